package a;
import io.agentscope.core.tool.*; import a.b.*; import static a.b.K.*; import static a.b.K.Nested.VALUE; import java.util.*; import lombok.*; import com.fasterxml.jackson.annotation.*; import com.fasterxml.jackson.databind.annotation.JsonNaming; import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
public class Z1 extends Z0 {
  @Tool(name = PREFIX + "one", description = VALUE) public void one(@ToolParam(name = "r") Req r, @ToolParam(name = "k") K.Nested n) {}
  @Tool(description = DESC) public String two(@ToolParam(name = "p", description = Z0.OWN) Holder.In p, @ToolParam(name="e") Kind e) { return ""; }
  @Tool(description = "") public void three(@ToolParam(name = "c") Child c, @ToolParam(name="l") List<? extends Child> l) {}
  @Override @Tool public String four(@ToolParam(name = "x") String x) { return ""; }
  @Tool public void five(@ToolParam(name="x") Z0.Shared s, @ToolParam(name="y") Shared t) {}
  @Data @JsonNaming(SnakeCaseStrategy.class) static class Req { private String userName; @JsonProperty("keepThis") private String other; private List<Sub> subItems; @ToolParam(name="ignored", description="kept text") private int pageSize; @Getter(AccessLevel.NONE) @Setter(AccessLevel.NONE) private int gone; private Optional<Kind> kindOf; @Data static class Sub { private boolean isDone; private Boolean wasDone; private Kind kind; } }
  static class Holder { enum In { X, Y, Z } }
  @Value @Builder static class Child { @JsonProperty(required = true) String a; Map<String, Req> reqs; Req.Sub sub; Req.Sub sub2; }
}
abstract class Z0 { static final String OWN = "own" + K.PREFIX; protected static final String DESC = OWN + "\n行"; public abstract String four(String x); public static class Shared { public Kind kind; public a.b.Kind[] kinds; } }
