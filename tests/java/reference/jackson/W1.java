import io.agentscope.core.tool.*; import java.util.*; import com.fasterxml.jackson.annotation.*;
public class W1 {
  @JsonTypeInfo(use=JsonTypeInfo.Id.NAME) @JsonSubTypes({@JsonSubTypes.Type(A1.class), @JsonSubTypes.Type(value=A2.class, name="two"), @JsonSubTypes.Type(A3.class)}) static abstract class A0 { public String base; } static class A1 extends A0 { public int x; } static class A2 extends A0 { public A0 child; } @JsonTypeName("named3") static class A3 extends A0 {}
  @Tool public void a(@ToolParam(name="a") A0 a){}
  @Tool public void a2(@ToolParam(name="a") A2 a){}
  @Tool public void a3(@ToolParam(name="a") List<A1> a, @ToolParam(name="b") A3 b){}
  static class HA { public A0 one; public A0 two; public List<A0> many; public Optional<A0> opt; @JsonPropertyDescription("desc") public A0 described; public A1 sub; }
  @Tool public void ha(@ToolParam(name="x") HA x){}
  @JsonTypeInfo(use=JsonTypeInfo.Id.CLASS, include=JsonTypeInfo.As.PROPERTY) @JsonSubTypes({@JsonSubTypes.Type(C1.class)}) interface C0 {} record C1(int v) implements C0 {}
  @Tool public void c(@ToolParam(name="c") C0 c, @ToolParam(name="d") C1 d){}
  @JsonTypeInfo(use=JsonTypeInfo.Id.NAME, include=JsonTypeInfo.As.WRAPPER_OBJECT) @JsonSubTypes({@JsonSubTypes.Type(value=D1.class,name="d1"),@JsonSubTypes.Type(value=D2.class,name="d2")}) interface D0 {} static class D1 implements D0 { public int v; } static class D2 implements D0 {}
  @JsonTypeInfo(use=JsonTypeInfo.Id.NAME, include=JsonTypeInfo.As.WRAPPER_ARRAY) @JsonSubTypes({@JsonSubTypes.Type(value=E1.class,name="e1"),@JsonSubTypes.Type(value=E2.class,name="e2")}) interface E0 {} static class E1 implements E0 { public int v; } static class E2 implements E0 {}
  @Tool public void wrap(@ToolParam(name="d") D0 d, @ToolParam(name="e") E0 e){}
  @JsonTypeInfo(use=JsonTypeInfo.Id.DEDUCTION) @JsonSubTypes({@JsonSubTypes.Type(F1.class),@JsonSubTypes.Type(F2.class)}) interface F0 {} static class F1 implements F0 { public int v; } static class F2 implements F0 { public String w; }
  @Tool public void ded(@ToolParam(name="f") F0 f){}
  @JsonTypeInfo(use=JsonTypeInfo.Id.NAME, property="t", defaultImpl=H1.class, include=JsonTypeInfo.As.EXISTING_PROPERTY, visible=true) @JsonSubTypes({@JsonSubTypes.Type(value=H1.class,name="h1"),@JsonSubTypes.Type(value=H2.class,name="h2")}) static class H0 { public String t; } static class H1 extends H0 { public int v; } static class H2 extends H0 {}
  @Tool public void hdef(@ToolParam(name="h") H0 h){}
  static class PI { @JsonTypeInfo(use=JsonTypeInfo.Id.NAME, property="pt") @JsonSubTypes({@JsonSubTypes.Type(value=P1.class,name="p1"),@JsonSubTypes.Type(value=P2.class,name="p2")}) @JsonPropertyDescription("PD") public P0 p; @JsonTypeInfo(use=JsonTypeInfo.Id.NONE) public A1 none; } interface P0 {} static class P1 implements P0 { public int a; } static class P2 implements P0 { public int b; }
  @Tool public void pi(@ToolParam(name="x") PI x){}
  @JsonSubTypes({@JsonSubTypes.Type(Q1.class),@JsonSubTypes.Type(Q2.class)}) interface Q0 {} static class Q1 implements Q0 { public int a; } static class Q2 implements Q0 { public Q0 q; }
  @Tool public void q(@ToolParam(name="q") Q0 q, @ToolParam(name="l") Q0[] l){}
  @JsonSubTypes(@JsonSubTypes.Type(S1.class)) static class S0 { public int s0; } static class S1 extends S0 { public int s1; }
  @Tool public void single(@ToolParam(name="s") S0 s, @ToolParam(name="h") SH h){} static class SH { public S0 s; public S0 s2; }
  @JsonTypeInfo(use=JsonTypeInfo.Id.NAME, property="k") static class NoSub { public int n; } static class NoSubKid extends NoSub { public int m; }
  @Tool public void nosub(@ToolParam(name="a") NoSub a, @ToolParam(name="b") NoSubKid b, @ToolParam(name="c") List<NoSub> c){}
  @JsonTypeInfo(use=JsonTypeInfo.Id.NAME, property="k") @JsonSubTypes({@JsonSubTypes.Type(value=GenA.class,name="ga"),@JsonSubTypes.Type(value=GenB.class,name="gb")}) interface Gn<T> {} static class GenA<T> implements Gn<T> { public T v; } static class GenB implements Gn<String> { public String w; }
  @Tool public void gn(@ToolParam(name="g") Gn<Integer> g, @ToolParam(name="r") Gn r){}
  static class Unw1 { @JsonUnwrapped(prefix="p_", suffix="_s") public UA a; @JsonUnwrapped public UB b; public String own; } static class UA { public String x; @JsonUnwrapped public UB deep; } static class UB { public int y; @JsonProperty(required=true) public int z; }
  @Tool public void unw(@ToolParam(name="u") Unw1 u, @ToolParam(name="l") List<Unw1> l){}
  static class Unw2 { public Unw1 a; public Unw1 b; private UB g; @JsonUnwrapped public UB getG(){return g;} }
  @Tool public void unw2(@ToolParam(name="u") Unw2 u){}
  enum Empty {} enum En { A, B } static class Es { public En a; public En b; public Empty c; public Empty d; public List<En> l; @ToolParam(name="e1", description="described") public En e; public Map<En,En> m; }
  @Tool public void es(@ToolParam(name="x") Es x, @ToolParam(name="y") En[] y, @ToolParam(name="z", description="En desc") En z){}
  static class Sh1 { public int v; } static class X1 { public static class Sh1 { public String s; } public Sh1 a; public Sh1 b; } static class X2 { public Sh1 a; public X1.Sh1 b; public X1 x; public Sh1 c; }
  @Tool public void sh(@ToolParam(name="x") X2 x){}
  @Tool public void sh2(@ToolParam(name="x") X1 x, @ToolParam(name="y") X3 y){} static class X3 { public Sh1 a; public Sh1 b; }
  static class Self<T> { public Self<T> same; public Self<String> str; public Self<Self<T>> nested1; }
  @Tool public void dupl(@ToolParam(name="a", description="1") String a, @ToolParam(name="a", description="2", required=false) int b, @ToolParam(name="a") boolean c){}
  static class Thr { public Throwable t; public java.net.URL u; public Class<?> c; public Thread th; }
  @Tool public void thr(@ToolParam(name="x") Thr x){}
  static class MyEx extends RuntimeException { public String code; } static class MyMap extends HashMap<String,Integer> { public String e; } static class Supp implements java.util.function.Supplier<String> { public String z; public String get(){return z;} } static class HS { public Supp s; public MyMap m; public List<Supp> ls; }
  @Tool public void lib(@ToolParam(name="a") MyEx a, @ToolParam(name="b") MyMap b, @ToolParam(name="c") Supp c, @ToolParam(name="d") HS d){}
}
