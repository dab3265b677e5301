package app.dto; public class Item { public String sku; public int qty; }
