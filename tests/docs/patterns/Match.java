import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Matches texts by patterns. Lines of hexadecimal UTF-8: p PATTERN, then s TEXT for each text. */
public class Match {
    public static void main(String[] args) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder said = new StringBuilder();
        Pattern pattern = null;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            byte[] bytes = HexFormat.of().parseHex(line.substring(2));
            String text = new String(bytes, StandardCharsets.UTF_8);
            if (line.startsWith("p")) pattern = Pattern.compile(text);
            else said.append(pattern.matcher(text).matches() ? "1\n" : "0\n");
        }
        System.out.print(said);
    }
}
