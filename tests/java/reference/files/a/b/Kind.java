package a.b; public enum Kind { ONE("1") { @Override public String s() { return "x"; } }, TWO("2"); private final String s; Kind(String s) { this.s = s; } public String s() { return s; } }
