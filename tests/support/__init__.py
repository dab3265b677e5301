"""What several tests share. It holds no tests."""
