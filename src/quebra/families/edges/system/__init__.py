"""The paper's algebra: what every way to fill a board must satisfy, whatever the test function."""
