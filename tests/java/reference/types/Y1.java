import io.agentscope.core.tool.*; import java.util.*; import java.util.function.*; import java.util.stream.*; import java.time.*; import java.math.*; import com.fasterxml.jackson.annotation.*; import com.fasterxml.jackson.databind.annotation.*; import com.fasterxml.jackson.databind.*; import com.fasterxml.jackson.databind.node.*;
public class Y1 {
  static final String A = "\141\u0062" + '\t' + 'c' + (char)('d'+1) + 1e7 + 1.0e-3 + 100.0f + 1234567.0 + 12345678.9 + (5 & 3 | 8) + (7 >> 1) + (~0) + (1 == 1 ? "t" : "f") + -2.5 + (long) 3.9 + (int) 'x' + (byte) 300 + (short) 70000 + 0x7fL + 0b101 + 07 + .5f + 1.f + 3d + "\\u0041" + "\"" + "\0" + "😀" + 1.0/3 + 2f/3 + Double.MAX_VALUE + Long.MIN_VALUE + Byte.MAX_VALUE + (Integer.MAX_VALUE + 1L);
  @Tool(description = A) public void consts() {}
  @Tool(description = """
    a
      b\tc
    	d
    "e" ""\" \'
    trailing \040
    joined \
    line
    ü 你 \u4f60

    end""") public void block1() {}
  @Tool(description = """
        x
      y
   """ + "tail" + """
	tabbed
	  more
	""") public void block2() {}
  @Tool(description = """
      """) public void block3() {}
  @Tool(description = """
      a\r\n
      \n
        """ ) public void block4() {}
  @Tool(name = Names.N + Names.Sub.M, description = Names.Sub.M + Y1.Inner.Z) public void names(@ToolParam(name = Names.Sub.M, description = ("p" + (2 > 1 && !false))) String s) {}
  interface Names { String N = "n_"; interface Sub extends Names { String M = N + "m"; } } static class Inner implements Names.Sub { static final String Z = M + N; }
  static class P0<K, V extends Comparable<V>> { public K k; public V v; public Map<K, List<V>> m; public List<? super V> sup; public V[][] arr; public P0<V, String> flip; }
  @Tool public void p0(@ToolParam(name="a") P0<String, Integer> a, @ToolParam(name="b") P0 b, @ToolParam(name="c") P0<?, ?> c, @ToolParam(name="d") P0<List<Long>, String> d) {}
  static abstract class AB<T> { protected T item; public T getItem() { return item; } public abstract List<T> getAll(); private List<T> all; } static class AC extends AB<AD> { private List<AD> all; public List<AD> getAll() { return all; } } static class AD { public AC back; public int n; }
  @Tool public void ac(@ToolParam(name="a") AC a, @ToolParam(name="d") AD d) {}
  interface HasId { @JsonProperty("the_id") String getId(); } static class Im implements HasId { private String id; public String getId() { return id; } @JsonIgnoreProperties("q") static class Sup { public String q; public String r; } static class Sb extends Sup { public String s; public String q; } public Sb sb; }
  @Tool public void im(@ToolParam(name="i") Im i) {}
  @JsonIgnoreProperties("hidden") interface Ig { } static class IgI implements Ig { public String hidden; public String shown; }
  @Tool public void igi(@ToolParam(name="i") IgI i) {}
  static class Un<T> { @JsonUnwrapped(prefix="x_") public T t; @JsonUnwrapped public Un2 u; public String own; @JsonUnwrapped public Map<String,String> m; } static class Un2 { public String own2; @JsonProperty(required=true) public Un3 three; } static class Un3 { public int z; }
  @Tool public void un(@ToolParam(name="u") Un<Un2> u, @ToolParam(name="w") List<Un<Un3>> w) {}
  static class Col { public Collection<? extends Map<String, ?>> a; public Set<Set<Un3>> b; public NavigableMap<String, Un3> c; public EnumMap<DayOfWeek, Un3> d; public LinkedHashSet<Un3[]> e; public Iterable<Un3> f; public IntStream g; public List h; public Optional<List<Un3>> i; public Optional<Un3[]> j; public OptionalDouble k; public Supplier<Supplier<String>> l; public BitSet m; public Function<String,Un3> n; public Object[] o; public char[] p; public List<Byte> q; public Stack<Character> r; }
  @Tool public void col(@ToolParam(name="c") Col c) {}
  enum E1 { A, B; @JsonCreator static E1 of(String s) { return A; } } enum E2 { @JsonProperty("x") X, Y; private final int n = 1; public int getN() { return n; } } static class En { public E1 a; public Optional<E1> b; public E2 c; public List<E2> d; public E1[] e; public Map<E1,E2> f; @JsonPropertyDescription("g") public E2 g; public Enum<?> h; }
  @Tool public void en(@ToolParam(name="e") En e, @ToolParam(name="f", description="F") Set<E1> f) {}
  static class Jn { public JsonNode a; public ArrayNode b; public ObjectNode c; public Locale d; public TimeZone e; public UUID f; public Calendar g; public Void h; public Number i; public CharSequence j; public StringBuilder k; public Duration l; public java.sql.Timestamp m; public ZoneOffset n; public OffsetTime o; public Year p; public java.nio.charset.Charset q; public java.util.regex.Pattern r; public Thread.State s; public java.io.InputStream t; public Class<String> u; public Comparable<String> v; public int w; public java.util.concurrent.TimeUnit x; public ChronoHolder y; public Random z; } static class ChronoHolder { public java.time.temporal.ChronoUnit cu; public java.math.MathContext mc; }
  @Tool public void jn(@ToolParam(name="j") Jn j) {}
  class NonStatic { public String a; private String b; public String getB() { return b; } public class Deep { public NonStatic up; } public Deep deep; }
  @Tool public void ns(@ToolParam(name="n") NonStatic n) {}
  record Gr<T extends Number>(T a, List<T> b, Gr<Integer> c, @ToolParam(name="named", description="nd", required=true) Optional<T> d, T... e) { Gr { } static final int X = 1; int extra() { return 1; } public boolean isFlag() { return true; } }
  @Tool public void gr(@ToolParam(name="g") Gr<Double> g, @ToolParam(name="h") Gr h) {}
  static class Des { @JsonPropertyDescription("d1") @ToolParam(name="n1", description="t1") public String a; @ToolParam(name="n2", description="t2", required=false) @JsonProperty(value="jp2", required=true) public String b; private String c; @JsonPropertyDescription("gd") @JsonProperty("gc") public String getC() { return c; } @JsonProperty(required=true) public boolean isD() { return d; } private boolean d; @ToolParam(name="", description="") public Un3 e; @ToolParam(name="f f", description="ff") public Un3 f; public CD g; public CD h; @JsonPropertyDescription("over") public CD i; } @JsonClassDescription("class desc") static class CD { public int q; }
  @Tool public void des(@ToolParam(name="d") Des d, @ToolParam(name="cd") CD cd, @ToolParam(name="cd2", description="own") CD cd2, @ToolParam(name="l") List<CD> l) {}
  @Tool public void hidden(String a, @ToolParam(name="x", required=false) boolean x, int... rest) {}
  @Tool(name="dyn" + 1, readOnly=true, concurrencySafe=false, strict=true) protected final synchronized <T extends Number & Comparable<T>> T generic(@ToolParam(name="t") T t, @ToolParam(name="m") Map<? extends T, ? super T> m, @ToolParam(name="e") List<? extends E1> e) throws Exception { return t; }
}
