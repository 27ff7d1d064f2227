package dev.aimonflink.matrix.names;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The names of a column's codes, from code 1 on. */
interface CodedNames {
    /** The code of a name, or {@link AttributeColumns#NO_SUCH_NAME}. */
    int code(String name);

    List<String> inOrder();

    int size();

    String name(int code);

    /** Names in the order of the list, such as labels. */
    static CodedNames declared(List<String> names) {
        Map<String, Integer> codes = new HashMap<>();
        names.forEach(name -> codes.put(name, codes.size() + 1));
        return new Fixed(names) {
            @Override
            public int code(String name) {
                return codes.getOrDefault(name, AttributeColumns.NO_SUCH_NAME);
            }
        };
    }

    /** Distinct sorted names, without a map, because there may be a million. */
    static CodedNames sorted(List<String> names) {
        return new Fixed(names) {
            @Override
            public int code(String name) {
                int index = Collections.binarySearch(names, name);
                return index < 0 ? AttributeColumns.NO_SUCH_NAME : index + 1;
            }
        };
    }

    abstract class Fixed implements CodedNames {
        private final List<String> names;

        private Fixed(List<String> names) {
            this.names = names;
        }

        @Override
        public List<String> inOrder() {
            return names;
        }

        @Override
        public int size() {
            return names.size();
        }

        @Override
        public String name(int code) {
            return names.get(code - 1);
        }
    }
}
