package com.example.orders;

import io.agentscope.core.tool.Tool;
import io.agentscope.core.tool.ToolParam;

/** Bounded descriptions: what each tool does, when, what must be known, and what it never does. */
@SuppressWarnings("toolmint:CF-04 the tools of after_sales.yaml once more, written in Java")
public class OrderTools {

    @Tool(
            name = "query_order",
            readOnly = true,
            description = """
                Look up an order with its items, its amounts and its delivery state.
                Use this tool only when the user asks about an order that was placed.
                Before calling: `order_id` is known.
                This tool does not change, cancel or refund an order.
                """)
    public String queryOrder(
            @ToolParam(name = "order_id", description = "The order id that the user mentions, such as A10086")
                    String orderId) {
        return "";
    }

    @Tool(
            name = "query_user",
            readOnly = true,
            description = """
                Look up a customer by phone number, and the ids of that customer's orders.
                Use this tool only when the user asks about orders and gives no order id.
                Before calling: `phone` is known.
                This tool does not show addresses or payment data.
                """)
    public String queryUser(
            @ToolParam(name = "phone", description = "The phone number that the user gives, such as 13800000000")
                    String phone) {
        return "";
    }

    @Tool(
            name = "calculate_refund",
            readOnly = true,
            description = """
                Calculate the refundable amount for an existing order.
                Use this tool only when the user asks how much money can be refunded.
                Before calling: `order_id` is known.
                This tool does not submit, approve, cancel or modify a refund request.
                """)
    public String calculateRefund(
            @ToolParam(name = "order_id", description = "The order id that the user mentions, such as A10086")
                    String orderId) {
        return "";
    }
}
