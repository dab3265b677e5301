package app;
import io.agentscope.core.tool.Tool; import io.agentscope.core.tool.ToolParam;
import app.dto.*; import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.time.*; import java.math.*;
import com.fasterxml.jackson.annotation.*; import com.fasterxml.jackson.databind.annotation.JsonNaming; import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import static app.dto.Consts.DESC; import static app.dto.Consts.*;
public class U1 {
  private static final String LOCAL = "local " + DESC;
  @Tool(name = TOOL_NAME, description = LOCAL + (1 + 2) + 'x') public String a(@ToolParam(name = P + "_id", description = Consts.Inner.DEEP) String x, @ToolParam(name = app.dto.Consts.Q, required = !true) int y) { return ""; }
  @Tool(description = """
     查询订单。
       仅当用户询问时使用。\t"引号" \
     续行
     """) public Map<String, Object> zh(@ToolParam(name = "订单号", description = "订单编号，例如 \"A10086\"") String id) { return null; }
  @Tool public void order(@ToolParam(name="o") Order o) {}
  @Tool public void orders(@ToolParam(name="l") List<Order> l, @ToolParam(name="m") Map<String, Order> m) {}
  @Tool public void page(@ToolParam(name="p") Page<Item> p) {}
  @Tool public void page2(@ToolParam(name="p") Page<Page<Item>> p, @ToolParam(name="q") Page<Item[]> q) {}
  @Tool public void pair(@ToolParam(name="p") Pair<Item, Integer> p, @ToolParam(name="q") Holder h) {}
  static class Holder { public Pair<Item, String> a; public Pair<Item, String> b; public Pair<List<Item>, Item[]> c; public Pair<List<Item>, Item[]> d; }
  @Tool public void tree(@ToolParam(name="t") Tree t) {}
  static class Tree { public List<Tree> kids; public Tree parent; public Optional<Tree> opt; public Map<String,Tree> byName; }
  @Tool public void tree2(@ToolParam(name="t") List<Tree> t, @ToolParam(name="u") Tree[] u) {}
  @Tool public void mutual(@ToolParam(name="a") MA a, @ToolParam(name="b") MB b) {}
  static class MA { public MB b; public String s; } static class MB { public MA a; public int i; }
  @Tool public void nul(@ToolParam(name="n") Nul n) {}
  static class Nul { public Optional<Item> a; public Optional<Item> b; public Optional<Color> c; public Optional<Color> d; public Optional<Optional<String>> oo; public List<Optional<String>> lo; public Optional<String[]> arr; public Optional raw; public Optional<One> one; public Optional<Integer> i; public Optional<LocalDate> ld; public Optional<Object> any; public Optional<Map<String,String>> m; public java.util.function.Supplier<Item> sup; public java.util.function.Supplier<List<String>> sup2; public OptionalLong ol; }
  enum Color { RED, GREEN } enum One { ONLY }
  @Tool public void nul2(@ToolParam(name="n") Nul2 n) {} static class Nul2 { public Optional<Item> a; public Optional<Color> c; public Item plain; }
  @Tool public void nul3(@ToolParam(name="n") Nul3 n) {} static class Nul3 { public Optional<Item> a; }
  @Tool public void coll(@ToolParam(name="a") ConcurrentLinkedQueue<Integer> a, @ToolParam(name="b") EnumSet<Color> b, @ToolParam(name="c") ArrayDeque<Deque<String>> c, @ToolParam(name="d") Vector d, @ToolParam(name="e") Strings e, @ToolParam(name="f") Set<? super Integer> f, @ToolParam(name="g") Collection<? extends List<? extends Item>> g, @ToolParam(name="h") BlockingQueue<byte[]> h) {}
  static class Strings extends ArrayList<String> { public String extra; }
  @Tool public void atom(@ToolParam(name="a") AtomicInteger a, @ToolParam(name="b") AtomicReference<String> b, @ToolParam(name="c") BitSet c, @ToolParam(name="d") Properties d, @ToolParam(name="e") ConcurrentMap<String,String> e, @ToolParam(name="f") Map.Entry<String,Integer> f, @ToolParam(name="g") AbstractMap.SimpleEntry<String,Integer> g, @ToolParam(name="h") StringBuilder h, @ToolParam(name="i") Thread.State i, @ToolParam(name="j") TimeUnit j, @ToolParam(name="k") Month k, @ToolParam(name="l") Year l, @ToolParam(name="m") MonthDay m, @ToolParam(name="n") ZoneOffset n, @ToolParam(name="o") RoundingMode o, @ToolParam(name="p") MathContext p, @ToolParam(name="q") Exception q, @ToolParam(name="r") Random r, @ToolParam(name="s") java.util.regex.Pattern s, @ToolParam(name="t") Runnable t, @ToolParam(name="u") java.sql.Timestamp u, @ToolParam(name="v") java.sql.Date v, @ToolParam(name="w") GregorianCalendar w, @ToolParam(name="x") Locale.Category x, @ToolParam(name="y") TimeZone y, @ToolParam(name="z") java.nio.file.StandardOpenOption z) {}
  @Tool public <T extends Item, U extends Comparable<U>, V extends List<String>> void tv(@ToolParam(name="t") T t, @ToolParam(name="u") U u, @ToolParam(name="v") V v, @ToolParam(name="w") Map<String, T[]> w, @ToolParam(name="l") List<T> l) {}
  @Tool public void jack(@ToolParam(name="j") Jack j) {}
  @JsonNaming(PropertyNamingStrategies.KebabCaseStrategy.class) static class Jack extends JackBase { public String fooBar; public String HTTPServer; public int aBCd; @JsonProperty("explicit_one") public String ex; @ToolParam(name="tp", description="D") public String tp; @JsonProperty public String def; }
  static class JackBase { public String baseField; @JsonProperty(value = "", required = true) protected String prot; }
  @Tool public void naming(@ToolParam(name="a") N1 a, @ToolParam(name="b") N2 b, @ToolParam(name="c") N3 c, @ToolParam(name="d") N4 d, @ToolParam(name="e") N5 e) {}
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class) static class N1 { public String userName, URL, aB, _lead, x1Y2, getURLPath; }
  @JsonNaming(PropertyNamingStrategies.UpperCamelCaseStrategy.class) static class N2 { public String userName, URL, a; }
  @JsonNaming(PropertyNamingStrategies.LowerCaseStrategy.class) static class N3 { public String userName, URL; }
  @JsonNaming(PropertyNamingStrategies.LowerDotCaseStrategy.class) static class N4 { public String userName, HTTPServerPort; }
  @JsonNaming(PropertyNamingStrategies.UpperSnakeCaseStrategy.class) static class N5 { public String userName, URL; }
}
