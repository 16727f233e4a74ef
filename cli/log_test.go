package cli

import (
	"bytes"
	standard "log"
	"strings"
	"testing"
)

// TestDiscreet proves that bytes which a server sends unasked, and which net/http logs, do not reach the log.
func TestDiscreet(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	to := standard.New(discreet{&log}, "", 0)
	to.Printf("Unsolicited response received on idle HTTP channel starting with %q; err=%v", "pw=hunter2", nil)
	to.Printf("http: another message")
	if got := log.String(); strings.Contains(got, "hunter2") || got != "Unsolicited response received on idle HTTP "+
		"channel \nhttp: another message\n" {
		t.Errorf("got %q", got)
	}
}
