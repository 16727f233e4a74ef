package cli

import (
	"strings"
	"testing"
)

// TestAdoptAs: a backup from before there were identities becomes the database that its operator names.
func TestAdoptAs(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	x.must("migrate")
	was := "db_" + strings.Repeat("0a", 16)
	x.refused(exitUsage, "--as needs --moved", "adopt", "--copy", "--as", was)
	x.fails(exitFailed, []string{`"production"`, "no identity"}, "adopt", "--moved", "--as", "production")
	x.prints("The database is "+was+". The next process that starts claims its namespace.\n", "adopt", "--moved", "--as",
		was)
	var again adopted
	x.mustJSON(&again, "adopt", "--moved")
	if again != (adopted{was, was}) {
		t.Errorf("it is %+v", again)
	}
}
