package models

import (
	"strings"
	"testing"
)

func TestFileName(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ü", 200)
	for _, c := range []struct{ sent, want string }{
		{"report.pdf", "report.pdf"},
		{"/etc/passwd", "passwd"},
		{`C:\Users\cleo\My work.zip`, "My work.zip"},
		{"../../..", "file"},
		{"", "file"},
		{" \x00\n ", "file"},
		{"in\u202Efdp.exe", "infdp.exe"}, // would be read as "inexe.pdf"
		{"a\xffb.txt", "a_b.txt"},
		{"naïve “quotes”; x.txt", "naïve “quotes”; x.txt"},
		{long + ".tar", strings.Repeat("ü", MaxFileNameRunes-4) + ".tar"},
		{"x." + long, ("x." + long)[:2] + strings.Repeat("ü", MaxFileNameRunes-2)},
	} {
		if got := FileName(c.sent); got != c.want {
			t.Errorf("FileName(%q) = %q, want %q", c.sent, got, c.want)
		}
	}
}

func TestFileAgain(t *testing.T) {
	t.Parallel()
	there := []File{{Name: "a.txt", Hash: "1"}, {Name: "b.txt"}}
	for _, c := range []struct {
		file File
		want bool
	}{{File{Name: "a.txt", Hash: "1"}, true}, {File{Name: "a.txt", Hash: "2"}, false},
		{File{Name: "c.txt", Hash: "1"}, false}, {File{Name: "b.txt"}, false}} {
		if got := c.file.Again(there); got != c.want {
			t.Errorf("%+v was sent twice: %t", c.file, got)
		}
	}
}

func TestFileRoom(t *testing.T) {
	t.Parallel()
	const mb = 1 << 20
	for _, c := range []struct {
		about string
		room  FileRoom
		size  int64
		want  Kind // 0: it fits
		most  int64
	}{
		{"the first", FileRoom{}, 1, 0, MaxFileBytes},
		{"as large as can be", FileRoom{}, MaxFileBytes, 0, MaxFileBytes},
		{"one byte more", FileRoom{}, MaxFileBytes + 1, TooLarge, MaxFileBytes},
		{"an empty one", FileRoom{}, 0, Invalid, MaxFileBytes},
		{"the last", FileRoom{Files: MaxFiles - 1, Bytes: mb}, mb, 0, MaxFileBytes},
		{"one more", FileRoom{Files: MaxFiles, Bytes: mb}, 1, Conflict, 0},
		{"what is left", FileRoom{Files: 3, Bytes: 45 * mb}, 5 * mb, 0, 5 * mb},
		{"more than that", FileRoom{Files: 3, Bytes: 45 * mb}, 5*mb + 1, Conflict, 5 * mb},
		{"nothing left", FileRoom{Files: 3, Bytes: MaxFilesBytes}, 1, Conflict, 0},
		{"what the organization has left", FileRoom{OfOrganization: 99 * mb, Limit: 100}, mb, 0, mb},
		{"more than that of the organization", FileRoom{OfOrganization: 99 * mb, Limit: 100}, mb + 1, Throttled, mb},
		{"a full organization", FileRoom{OfOrganization: 100 * mb, Limit: 100}, 1, Throttled, 0},
	} {
		if got := KindOf(c.room.Check(c.size)); got != c.want {
			t.Errorf("%s: the refusal has kind %d, want %d", c.about, got, c.want)
		}
		if most, _ := c.room.Most(); most != c.most {
			t.Errorf("%s: a file may have %d bytes, want %d", c.about, most, c.most)
		}
	}
}
