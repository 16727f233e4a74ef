package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"litmus/models/access"
	"litmus/store"
)

// folderOf is a folder of litmus up that holds the terminal's database, and the terminal knows nothing else of it.
func (x *terminal) folderOf(files map[string]string) string {
	x.t.Helper()
	dir := filepath.Dir(strings.TrimPrefix(x.env["LITMUS_DATABASE_URL"], "sqlite:"))
	clear(x.env)
	for name, content := range files {
		must(x.t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	return dir
}

// --data takes the database, the secret and the origin from the folder.
func TestData(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	id := x.invited("lens", "robin@candidate.example").ID
	x.must("links", "revoke", id, "--json")
	dir := x.folderOf(map[string]string{"secret": testSecret + "\n", "origin": "https://other.example\n"})
	var got freshLinks
	x.mustJSON(&got, "links", "revoke", id, "--data", dir)
	if got.Revoked != 2 || !strings.HasPrefix(got.AssessmentLink, "https://other.example/a/") {
		t.Errorf("it prints %+v, want a link at the folder's origin", got)
	}
	x.env["LITMUS_BASE_URL"] = testOrigin // wins
	x.mustJSON(&got, "links", "revoke", id, "--data", dir)
	if !strings.HasPrefix(got.AssessmentLink, testOrigin+"/a/") {
		t.Errorf("it prints %+v, want a link at LITMUS_BASE_URL", got)
	}
}

// `litmus config` shows what commands take from the folder, and that it is from there: services take nothing from it.
func TestConfig_folder(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	dir := x.folderOf(map[string]string{"secret": testSecret + "\n", "origin": "https://other.example\n"})
	prints := func(text, line string) {
		t.Helper()
		if !strings.Contains("\n"+text, "\n"+line) {
			t.Errorf("it prints no line %q:\n%s", line, text)
		}
	}
	text := x.must("config", "--data", dir)
	prints(text, "LITMUS_DATABASE_URL\tsqlite:"+filepath.Join(dir, "litmus.db")+"\t"+dir+"\tall\n")
	prints(text, "LITMUS_BASE_URL\thttps://other.example\t"+dir+"\tapi, worker\n")
	prints(text, "LITMUS_SECRET\t********\t"+dir+"\tapi, worker\n")
	x.env["LITMUS_BASE_URL"] = testOrigin // wins
	prints(x.must("config", "--data", dir), "LITMUS_BASE_URL\t"+testOrigin+"\tenvironment\tapi, worker\n")
	prints(x.must("config"), "LITMUS_DATABASE_URL\t\tunset\tall\n")
}

func TestData_refused(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	url := x.env["LITMUS_DATABASE_URL"]
	dir, none := x.folderOf(map[string]string{"secret": "short\n"}), filepath.Join(t.TempDir(), "none")
	list := []string{"keys", "list", "--org", "northwind"}
	x.refused(exitUsage, none+" holds no litmus.db; --data names the folder of `litmus up`", append(list, "--data",
		none)...)
	if _, err := os.Stat(none); !os.IsNotExist(err) {
		t.Errorf("the folder that there was not: %v, want it not made", err)
	}
	x.refused(exitUsage, "no database: set LITMUS_DATABASE_URL, or run where `litmus up` keeps litmus-data, or name "+
		"its folder with --data", list...)
	x.refused(exitFailed, filepath.Join(dir, "secret")+" holds less than 32 bytes; restore it, since links in letters "+
		"were signed with it", append(list, "--data", dir)...)
	x.env["LITMUS_DATABASE_URL"] = url + ".gone"
	x.refused(exitUsage, "LITMUS_DATABASE_URL names "+url+".gone, and there is no such database; `litmus migrate` "+
		"makes it", list...)
	x.env["LITMUS_DATABASE_URL"] = "mysql://hunter2@db.example/litmus"
	x.refused(exitUsage, "LITMUS_DATABASE_URL is malformed: expected postgres://… or sqlite:PATH", list...)
}

// Commands use the database that they are lent and no other, and leave it open.
func TestProgram_lent(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	url := x.env["LITMUS_DATABASE_URL"]
	var stdout, stderr bytes.Buffer
	p := Program{Environ: []string{"LITMUS_DATABASE_URL=" + url, "LITMUS_SECRET=" + testSecret}, Now: x.clock.Now,
		Stdout: &stdout, Stderr: &stderr}
	s, err := p.Open(t.Context())
	must(t, err)
	defer s.Close()
	p.Store = s
	p.Environ[0] = "LITMUS_DATABASE_URL=" + url + ".gone" // there is no other that could be opened
	file := x.file("org.yaml", "organization: {slug: lens, name: Lens}\n")
	for _, args := range [][]string{{"apply", "--file", file}, {"orgs", "list", "--json"}} {
		stdout.Reset()
		if status := p.Run(t.Context(), args); status != exitOK {
			t.Fatalf("litmus %s: exit status %d, %s", strings.Join(args, " "), status, stderr.String())
		}
	}
	if !strings.Contains(stdout.String(), `"lens"`) {
		t.Errorf("orgs list prints %s, want the organization that was applied", stdout.String())
	}
	if org, err := s.Team.Organization(t.Context(), "lens"); err != nil || org.Name != "Lens" {
		t.Errorf("after the commands: %+v, %v; want the store open", org, err)
	}
	if _, err := p.Open(t.Context()); err == nil || !strings.Contains(err.Error(), "there is no such database") {
		t.Errorf("the program opens what it was lent: %v", err)
	}
}

func TestFolder(t *testing.T) {
	t.Parallel()
	f := folder(filepath.Join(t.TempDir(), "data"))
	release, err := f.claim()
	must(t, err)
	if _, err := f.claim(); err == nil || !strings.Contains(err.Error(), "is in use by another litmus up") {
		t.Errorf("a second claim: %v, want it refused", err)
	}
	release()
	release, err = f.claim()
	if err != nil {
		t.Errorf("after the release: %v", err)
	}
	defer release()

	made, err := f.secret(true)
	if kept, again := f.secret(true); err != nil || again != nil || len(made) < 32 || kept != made {
		t.Errorf("the secret is %d characters, %v, and then %v; want one that is kept", len(made), err, again)
	}
	if info, err := os.Stat(f.file("secret")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the secret's file is %v, %v; want it its owner's alone", info.Mode(), err)
	}
	// A database whose secret is lost is not given another.
	must(t, os.Remove(f.file("secret")))
	must(t, os.WriteFile(f.file("litmus.db"), nil, 0o600))
	if s, err := f.secret(true); err == nil || !strings.Contains(err.Error(), "secret is missing") {
		t.Errorf("beside a database: %q, %v; want it refused", s, err)
	}
}

// The keys of up are kept while they are good.
func TestFolder_keys(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	s, org := x.open()
	f := folder(t.TempDir())
	keys := func(s *store.Store) string {
		t.Helper()
		got, err := f.keys(t.Context(), s)
		if err != nil || len(got) != 1 || got[0].Slug != "northwind" || !access.WellFormedKey(got[0].Key) {
			t.Fatalf("the keys are %+v, %v; want one of northwind", got, err)
		}
		return got[0].Key
	}
	first := keys(s)
	if again := keys(s); again != first {
		t.Error("the second time the key is another one")
	}
	stored, err := s.Team.Keys(t.Context(), org.ID)
	if err != nil || len(stored) != 1 || !slices.Equal(stored[0].Scopes, access.Scopes) {
		t.Fatalf("stored are %+v, %v; want one key with every scope", stored, err)
	}
	x.must("keys", "scopes", stored[0].ID, "--scope", "roles:read")
	second := keys(s)
	if second == first {
		t.Error("a key without full access is taken for good")
	}
	stored, err = s.Team.Keys(t.Context(), org.ID)
	must(t, err)
	x.must("keys", "revoke", stored[len(stored)-1].ID)
	if third := keys(s); third == second {
		t.Error("a revoked key is taken for good")
	}
}
