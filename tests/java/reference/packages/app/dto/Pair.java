package app.dto; public record Pair<A, B>(A left, B right) {}
