package dev.aimonflink.bench;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SourceSizesTest {
    private static final String LONGEST = "x();\n".repeat(SourceSizes.MOST_LINES_OF_METHOD - 2);

    @Test
    void shouldTakeFilesAndMethodsAsLongAsTheyMayBe() {
        assertThat(SourceSizes.faults("A.java", "class A {\nvoid a() {\n" + LONGEST + "}\n}\n"))
                .isEmpty();
        assertThat(SourceSizes.faults("A.java", "\n".repeat(SourceSizes.MOST_LINES_OF_FILE)))
                .isEmpty();
    }

    @Test
    void shouldFindLongFiles() {
        assertThat(SourceSizes.faults("A.java", "\n".repeat(SourceSizes.MOST_LINES_OF_FILE + 1)))
                .containsExactly("A.java has 601 lines");
    }

    @Test
    void shouldFindLongMethodsOfAllTypes() {
        String method = "\nint a(List<B> b) throws C, D {\n" + LONGEST + "\n}\n";
        for (String type : new String[] {"final class A<T> extends B<T>", "record A(int a)", "enum A", "interface A"}) {
            assertThat(SourceSizes.faults("A.java", type + " {" + method + "}\n"))
                    .as(type)
                    .containsExactly("A.java:2 has a method of 61 lines");
        }
        assertThat(SourceSizes.faults("A.java", "class A {\nB b = new B(1) {" + method + "};\n}\n"))
                .containsExactly("A.java:3 has a method of 61 lines");
    }

    @Test
    void shouldSeeBracesOfCodeAlone() {
        String texts = "char a = '}'; String b = \"\\\"}\"; // }\n/* } */ String c = \"\"\"\n}\\\"\"\" }\n\"\"\";\n";
        assertThat(SourceSizes.faults("A.java", "class A {\nvoid a() {\n" + texts + LONGEST + "}\n}\n"))
                .containsExactly("A.java:2 has a method of 64 lines");
    }

    @Test
    void shouldNotTakeTypesAndTablesForMethods() {
        String table = "int[] t = {\n" + "1,\n".repeat(SourceSizes.MOST_LINES_OF_METHOD) + "};\n";
        assertThat(SourceSizes.faults(
                        "A.java", "class A {\n" + table + "static {\n" + table + "}\nclass B {\n" + table + "}\n}\n"))
                .isEmpty();
    }
}
