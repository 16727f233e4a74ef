package pipeline

import (
	"strings"
	"testing"
)

func TestRecordKey(t *testing.T) {
	t.Parallel()
	taken := map[string]bool{"backend": true, "backend-2": true, "untitled": true}
	for title, want := range map[string]string{"Backend": "backend-3", "Senior C++ / Go Engineer": "senior-c-go-engineer",
		"Ärztin (m/w/d)": "ärztin-m-w-d", "": "untitled-2", "/ -": "untitled-2", "100%": "100",
		strings.Repeat("ab ", 40): strings.Repeat("ab-", 20)[:59]} {
		got := RecordKey(title, func(key string) bool { return taken[key] })
		if got != want {
			t.Errorf("%q: got %q, want %q", title, got, want)
		}
		if strings.Contains(got, "/") || len([]rune(got)) > 100 {
			t.Errorf("%q: a file refuses the key %q", title, got)
		}
	}
}
