package com.example.orders;

import io.agentscope.core.tool.Tool;
import io.agentscope.core.tool.ToolParam;

/** Short descriptions: what each tool is called, said once more. */
public class OrderTools {

    @Tool(name = "query_order", description = "Query order.")
    public String queryOrder(@ToolParam(name = "order_id") String orderId) {
        return "";
    }

    @Tool(name = "query_user", description = "Query user.")
    public String queryUser(@ToolParam(name = "phone") String phone) {
        return "";
    }

    @Tool(name = "calculate_refund", description = "Calculate refund.")
    public String calculateRefund(@ToolParam(name = "order_id") String orderId) {
        return "";
    }
}
