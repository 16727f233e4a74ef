package scheduling

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"litmus/models"
	"litmus/ports/files"
)

// TestKeep: the bytes of a file that is refused go. After any other failure its row may be there, so they stay: a row
// without bytes would be a file that is lost.
func TestKeep(t *testing.T) {
	t.Parallel()
	lost := errors.New("the connection was lost while committing")
	for _, c := range []struct {
		about string
		err   error
		stays bool
	}{
		{"named", nil, true},
		{"refused", models.Conflictf("too late"), false},
		{"perhaps named", lost, true},
	} {
		kept, err := files.OpenFolder(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		s := New(nil, nil, slog.New(slog.DiscardHandler))
		s.Files = kept
		f := models.File{OrgID: "org_1", ID: "fil_1"}
		err = s.keep(t.Context(), f, models.FileRoom{}, Upload{"a.txt", strings.NewReader("content")},
			func(models.File) error { return c.err })
		if !errors.Is(err, c.err) {
			t.Errorf("%s: the error is %v", c.about, err)
		}
		content, err := kept.Open(t.Context(), f.Key())
		if err == nil {
			_ = content.Close()
		}
		if (err == nil) != c.stays {
			t.Errorf("%s: opening the bytes: %v", c.about, err)
		}
	}
}
