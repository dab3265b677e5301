package app.dto;
public interface Consts { String TOOL_NAME = "the_tool"; String DESC = "desc" + 1; String P = "param", Q = P + "Q"; class Inner { public static final String DEEP = "deep " + Consts.DESC; } }
