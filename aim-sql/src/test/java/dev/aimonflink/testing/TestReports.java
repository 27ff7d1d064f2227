package dev.aimonflink.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Reads the reports of Surefire and Failsafe: which classes took longest, and which tests were skipped for which reason. */
public final class TestReports {
    private static final int SLOWEST = 10;

    private final List<TimedClass> classes = new ArrayList<>();
    private final List<Skip> skips = new ArrayList<>();

    private record TimedClass(double seconds, String name) {}

    private record Skip(String className, String method, String reason) {
        @Override
        public String toString() {
            return simple(className) + "." + method + ": " + reason;
        }
    }

    private TestReports() {}

    /**
     * Prints the slowest classes of a module, as Maven does at its end: {@code slowest MODULE_FOLDER}. Or prints all that was skipped in all
     * modules, and exits with 1 if classes that have to run have skipped tests or have not run: {@code skipped CHECKOUT REGEX...}.
     */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[1]);
        if (arguments[0].equals("slowest")) {
            of(List.of(folder)).slowest().forEach(System.out::println);
        } else {
            TestReports reports = of(modules(folder));
            reports.skipped().forEach(System.out::println);
            List<String> missed = Arrays.stream(arguments)
                    .skip(2)
                    .flatMap(hasToRun -> reports.missed(hasToRun).stream())
                    .toList();
            missed.forEach(System.out::println);
            System.exit(missed.isEmpty() ? 0 : 1);
        }
    }

    private static List<Path> modules(Path checkout) throws IOException {
        try (Stream<Path> folders = Files.list(checkout)) {
            return folders.filter(each -> Files.exists(each.resolve("pom.xml")))
                    .sorted()
                    .toList();
        }
    }

    static TestReports of(List<Path> modules) throws IOException {
        TestReports reports = new TestReports();
        for (Path module : modules) {
            for (String plugin : List.of("surefire", "failsafe")) {
                Path folder = module.resolve("target").resolve(plugin + "-reports");
                if (Files.isDirectory(folder)) {
                    try (Stream<Path> files = Files.list(folder)) {
                        for (Path file : files.filter(
                                        each -> each.getFileName().toString().matches("TEST-.*\\.xml"))
                                .sorted()
                                .toList()) {
                            reports.add(file);
                        }
                    }
                }
            }
        }
        return reports;
    }

    private void add(Path file) throws IOException {
        Document report;
        try {
            report = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        } catch (SAXException | ParserConfigurationException unreadable) {
            throw new IOException(file + " is no report of tests.", unreadable);
        }
        Element suite = report.getDocumentElement();
        classes.add(new TimedClass(
                Double.parseDouble(suite.getAttribute("time").replace(",", "")), suite.getAttribute("name")));
        NodeList marks = suite.getElementsByTagName("skipped");
        for (int i = 0; i < marks.getLength(); i++) {
            Element mark = (Element) marks.item(i);
            Element test = (Element) mark.getParentNode();
            skips.add(new Skip(test.getAttribute("classname"), test.getAttribute("name"), reason(mark)));
        }
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** The text of an annotation, or that of an assumption, which stands before its stack. */
    private static String reason(Element mark) {
        String reason = mark.hasAttribute("message") ? mark.getAttribute("message") : mark.getTextContent();
        return reason.strip()
                .lines()
                .findFirst()
                .orElse("no reason")
                .replaceFirst("^org\\.opentest4j\\.TestAbortedException: ", "")
                .replaceFirst("^Assumption failed: ", "");
    }

    List<String> slowest() {
        List<String> lines = new ArrayList<>();
        if (!classes.isEmpty()) {
            lines.add("The slowest test classes, in seconds:");
        }
        classes.stream()
                .sorted(Comparator.comparingDouble(TimedClass::seconds).reversed())
                .limit(SLOWEST)
                .forEach(each -> lines.add(String.format(Locale.ROOT, "%7.1f %s", each.seconds, simple(each.name))));
        lines.addAll(skipped());
        return lines;
    }

    List<String> skipped() {
        return skips.stream().map(each -> "Skipped: " + each).toList();
    }

    /** A line for each class that has to run and has skipped tests, or has not run at all. */
    List<String> missed(String hasToRun) {
        Pattern pattern = Pattern.compile(hasToRun);
        List<String> lines = new ArrayList<>(skips.stream()
                .filter(each -> pattern.matcher(each.className).matches())
                .map(each -> "This test has to run: " + each)
                .toList());
        if (classes.stream().noneMatch(each -> pattern.matcher(each.name).matches())) {
            lines.add("No class that has to run (" + hasToRun + ") has a report.");
        }
        return lines;
    }
}
