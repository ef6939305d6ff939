// Matches texts by patterns. Lines of hexadecimal UTF-8: p PATTERN, then s TEXT for each text.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"regexp"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	said := bufio.NewWriter(os.Stdout)
	defer said.Flush()
	var pattern *regexp.Regexp
	for lines.Scan() {
		line := lines.Text()
		text, err := hex.DecodeString(line[2:])
		if err != nil {
			panic(err)
		}
		if line[0] == 'p' {
			pattern = regexp.MustCompile(string(text))
		} else if pattern.Match(text) {
			fmt.Fprintln(said, 1)
		} else {
			fmt.Fprintln(said, 0)
		}
	}
}
