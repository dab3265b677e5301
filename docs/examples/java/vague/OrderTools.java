package com.example.orders;

import io.agentscope.core.tool.Tool;
import io.agentscope.core.tool.ToolParam;

/** Vague descriptions: more words, and still nothing to choose by. */
public class OrderTools {

    @Tool(name = "query_order", description = "Handle order related tasks for a customer.")
    public String queryOrder(@ToolParam(name = "order_id", description = "The order") String orderId) {
        return "";
    }

    @Tool(name = "query_user", description = "Handle user related tasks for a customer.")
    public String queryUser(@ToolParam(name = "phone", description = "The phone") String phone) {
        return "";
    }

    @Tool(name = "calculate_refund", description = "Handle refund related tasks for an order.")
    public String calculateRefund(@ToolParam(name = "order_id", description = "The order") String orderId) {
        return "";
    }
}
