package dev.aimonflink.clients.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that Maven wrote into the jar. */
public final class Version implements IVersionProvider {
    private static final String POM = "/META-INF/maven/dev.aimonflink/aim-clients/pom.properties";

    @Override
    public String[] getVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream(POM)) {
            if (in != null) {
                properties.load(in);
            }
        }
        return new String[] {"aim " + properties.getProperty("version", "(not from a jar)")};
    }
}
