package app.dto;
import java.util.*; import com.fasterxml.jackson.annotation.*; import io.agentscope.core.tool.ToolParam;
@JsonClassDescription("An order") public class Order {
  private String id; private List<Item> items; private Status status; protected Item main; Item pkg; private transient String tr; private static int COUNT; private final String fin = "x"; private boolean isPaid; private boolean paid2; private Boolean isBoxed; private String URL; private String aName; private int x;
  @JsonPropertyDescription("the id") public String getId() { return id; } public void setItems(List<Item> i) {} public Status getStatus() { return status; } public String getFin() { return fin; } public boolean isPaid() { return isPaid; } public boolean isPaid2() { return paid2; } public Boolean getIsBoxed() { return isBoxed; } public String getURL() { return URL; } public String getaName() { return aName; } int getX() { return x; } void setMain(Item m) {}
  public enum Status { NEW, @JsonProperty("d") DONE; }
  @ToolParam(name = "note_text", description = "N") public String note; @ToolParam(name = "tags", description = "some tags", required = false) public List<String> tags; @ToolParam(name = " ", description = " ") public String blankName;
  @JsonIgnore public String ignored; @JsonIgnore(false) public String notIgnored; public String getOnly() { return ""; }
}
