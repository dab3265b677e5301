package shop;

import static shop.Texts.*;

import io.agentscope.core.agent.RuntimeContext;
import io.agentscope.core.tool.Tool;
import io.agentscope.core.tool.ToolParam;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public class OrderTools {

    @Tool(name = PREFIX + "orders", readOnly = true, description = FIND)
    public List<Order> find(
            @ToolParam(name = "filter", description = "过滤条件") Filter filter,
            @ToolParam(name = "limits", description = "每种状态的上限", required = false) Map<String, Integer> limits,
            RuntimeContext context) {
        return List.of();
    }

    @Tool(description = "Place an order for a customer.", strict = true)
    @Deprecated
    public String place(
            @ToolParam(name = "order", description = "What to order") Order order,
            @ToolParam(name = "deliver-on", description = "The day, such as 2026-01-31", required = false) LocalDate day) {
        return "";
    }

    public record Order(Address to, Address from, List<Line> lines, Optional<String> note) {}

    public static class Address {
        public String street;
        private String city;

        public String getCity() {
            return city;
        }
    }

    public record Line(@ToolParam(name = "sku", description = "Article number, such as 47-11") String sku, int count) {}

    public static class Filter {
        public Status status;
        public Filter not;
    }

    public enum Status {
        NEW,
        DONE
    }
}

abstract class Unregistered {
    @Tool
    public void never() {}
}
