package shop;

interface Texts {
    String PREFIX = "find_";

    String FIND = """
        查询客户的订单。
        仅当用户询问有哪些订单时使用本工具。
        本工具不会修改或取消订单。
        """;
}
