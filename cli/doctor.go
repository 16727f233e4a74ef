package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/ports/files"
	"litmus/ports/mail"
	"litmus/store"
)

type doctorCommand struct {
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// finding is what litmus doctor says of one thing.
type finding struct {
	Check string `json:"check"`
	State string `json:"state"` // ok, unsure or bad
	Found string `json:"found"`
	Mend  string `json:"mend"` // what to do, "" if it is ok
}

// States of a finding. What is unsure may be as it should be, and does not change the exit status.
const (
	findingOK     = "ok"
	findingUnsure = "unsure"
	findingBad    = "bad"
)

// Bounds of what is good.
const (
	doctorPatience = 5 * time.Second  // for each check
	clockMayDiffer = time.Second      // the machine's and the database's; leases and links to sign in have seconds
	oweFor         = 10 * time.Minute // after which the sweep, too, has been round
	leastDisk      = 512 << 20        // bytes
	oldestPostgres = 15
)

// examination collects the findings of one run.
type examination struct {
	*app
	config
	findings []finding
}

func (x *examination) say(check, state, found, mend string) {
	x.findings = append(x.findings, finding{check, state, found, mend})
}

func (x *examination) good(check, format string, args ...any) {
	x.say(check, findingOK, fmt.Sprintf(format, args...), "")
}

// within runs a check with its patience.
func (x *examination) within(do func(ctx context.Context)) {
	ctx, cancel := context.WithTimeout(x.ctx, doctorPatience)
	defer cancel()
	do(ctx)
}

// Run looks at whatever the service needs, with the service's own variables, and changes nothing. It prints a line for
// each thing, and what mends what is bad. The exit status is 1 if anything is.
func (cmd *doctorCommand) Run(a *app) error {
	c, err := loadConfig(a.getenv)
	if err == nil {
		err = c.completeFrom(cmd.Data)
	}
	if err != nil {
		return err
	}
	x := &examination{app: a, config: c}
	x.secret()
	x.within(x.origin)
	x.database()
	x.within(x.temporal)
	x.within(x.mail)
	x.within(x.files)
	bad := 0
	for _, f := range x.findings {
		if f.State == findingBad {
			bad++
		}
	}
	if err := cmd.print(a, x.findings, bad == 0); err != nil {
		return err
	}
	if bad > 0 {
		return statusError{fmt.Errorf("%d of %d checks are bad", bad, len(x.findings)), exitFailed}
	}
	return nil
}

func (cmd *doctorCommand) print(a *app, findings []finding, healthy bool) error {
	if cmd.JSON {
		return printJSON(a.stdout, map[string]any{"healthy": healthy, "checks": findings})
	}
	w := columns(a.stdout)
	fmt.Fprintln(w, "CHECK\tSTATE\tFOUND")
	for _, f := range findings {
		found := f.Found
		if f.Mend != "" {
			found += ": " + f.Mend
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", f.Check, f.State, found)
	}
	return w.Flush()
}

func (x *examination) secret() {
	switch {
	case x.Secret == "":
		x.say("secret", findingBad, "LITMUS_SECRET is not set", "set it; `openssl rand -hex 32` makes one")
	case x.Secret == exampleSecret || variety(x.Secret) < leastVariety:
		x.say("secret", findingUnsure, "it can be guessed", "make one with `openssl rand -hex 32` before others reach "+
			"the service")
	default:
		x.good("secret", "it has %d bytes", len(x.Secret))
	}
}

// rotation says whether the secret of before can go.
func (x *examination) rotation(ctx context.Context, s *store.Store) {
	const check = "old secret"
	switch n, err := s.SealedBefore(ctx); {
	case err != nil:
		x.say(check, findingBad, reason(err), "look at the database")
	case n > 0 && x.SecretOld == "":
		x.say(check, findingBad, models.Count(n, "stored credential")+" cannot be opened with LITMUS_SECRET",
			"set LITMUS_SECRET_OLD to the one of before, or apply the organization's files")
	case n > 0:
		x.say(check, findingUnsure, models.Count(n, "stored credential")+" still need LITMUS_SECRET_OLD",
			"start a worker with both: it seals them anew")
	case x.SecretOld != "":
		x.good(check, "nothing stored needs LITMUS_SECRET_OLD: take it away once links in older letters may end")
	}
}

// origin looks at the base URL, and asks whether a service answers there.
func (x *examination) origin(ctx context.Context) {
	const check = "base URL"
	u, err := url.Parse(x.BaseURL)
	switch {
	case x.BaseURL == "" || err != nil:
		x.say(check, findingBad, "LITMUS_BASE_URL is not set", "set the public origin: letters link to it")
		return
	case u.Scheme != "https" && !isLoopbackURL(x.BaseURL):
		x.say(check, findingBad, x.BaseURL+" is not encrypted", "end TLS in front of the service, and set an https URL")
		return
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, x.BaseURL+"/healthz", nil)
	if err != nil {
		x.say(check, findingBad, x.BaseURL+" is no URL", "set the public origin")
		return
	}
	answer, err := http.DefaultClient.Do(r)
	if err == nil {
		_ = answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			x.good(check, "%s answers", x.BaseURL)
			return
		}
		err = errors.New(answer.Status)
	}
	x.say(check, findingUnsure, x.BaseURL+"/healthz: "+reason(err), "start `litmus api`, or look from a machine that "+
		"reaches it")
}

// database looks at the database and at what it says of the service.
func (x *examination) database() {
	s, err := x.config.database(x.app)
	if errors.Is(err, store.ErrNoDatabase) {
		x.say("database", findingBad, "there is none", "`litmus migrate` makes it")
		return
	}
	if err != nil {
		x.say("database", findingBad, reason(err), "look at LITMUS_DATABASE_URL")
		return
	}
	defer s.Close()
	reachable := false
	x.within(func(ctx context.Context) { reachable = x.server(ctx, s.Store) })
	if path, ok := strings.CutPrefix(x.DatabaseURL, "sqlite:"); ok {
		x.disk(filepath.Dir(path))
	}
	if !reachable {
		return
	}
	migrated := false
	x.within(func(ctx context.Context) { migrated = x.migrations(ctx, s.Store) })
	if migrated {
		x.within(func(ctx context.Context) { x.backlog(ctx, s.Store) })
		x.within(func(ctx context.Context) { x.rotation(ctx, s.Store) })
	}
}

// server looks at the database's version and clock, and reports whether it answers.
func (x *examination) server(ctx context.Context, s *store.Store) bool {
	version, ahead, err := s.Server(ctx, time.Now)
	if err != nil {
		x.say("database", findingBad, reason(err), "start it, and look at LITMUS_DATABASE_URL and at what it logs")
		return false
	}
	name, number, _ := strings.Cut(version, " ")
	number, _, _ = strings.Cut(number, " ")
	major, _, _ := strings.Cut(number, ".")
	if n, err := strconv.Atoi(major); name == "PostgreSQL" && err == nil && n < oldestPostgres {
		x.say("database", findingBad, name+" "+number, fmt.Sprintf("PostgreSQL %d or newer is needed", oldestPostgres))
	} else {
		x.good("database", "%s %s", name, number)
	}
	if ahead.Abs() > clockMayDiffer {
		x.say("clock", findingBad, fmt.Sprintf("the database's is %v ahead of this machine's",
			ahead.Round(time.Millisecond)), "have both follow the same NTP servers")
	} else {
		x.good("clock", "the database's differs by less than %v", clockMayDiffer)
	}
	return true
}

// migrations reports whether the schema is one that this program can read.
func (x *examination) migrations(ctx context.Context, s *store.Store) bool {
	schema, needed, err := s.Versions(ctx)
	switch {
	case err != nil:
		x.say("schema", findingBad, "there is none", "run `litmus migrate`")
	case schema < needed:
		x.say("schema", findingBad, fmt.Sprintf("it is at version %d, and this program needs %d", schema, needed),
			"run `litmus migrate`")
	case schema > needed:
		x.say("schema", findingUnsure, fmt.Sprintf("it is at version %d, and this program knows %d", schema, needed),
			"as during an upgrade, and after a way back; else run the version that migrated it")
		return true
	default:
		x.good("schema", "version %d", schema)
		return true
	}
	return false
}

// backlog looks at calendars and at what is owed.
func (x *examination) backlog(ctx context.Context, s *store.Store) {
	b, err := s.Wakes.Backlog(ctx)
	if err != nil {
		x.say("backlog", findingBad, reason(err), "look at the database")
		return
	}
	rows, oldest := 0, time.Duration(0)
	for _, w := range b.Owing {
		rows, oldest = rows+w.Rows, max(oldest, w.Oldest)
	}
	if oldest > oweFor {
		x.say("backlog", findingBad, fmt.Sprintf("rows that owe something: %d, the oldest for %v", rows,
			oldest.Round(time.Second)), "see whether workers poll, and what their log says of `letter` and `effect`")
	} else {
		x.good("backlog", "rows that owe something: %d", rows)
	}
	var troubled []string
	total := 0
	for _, state := range []string{timetable.ConnectionFailing, timetable.ConnectionBroken,
		timetable.ConnectionRevoked} {
		if n := b.Calendars[state]; n > 0 {
			troubled = append(troubled, fmt.Sprintf("%d %s", n, state))
		}
	}
	for _, n := range b.Calendars {
		total += n
	}
	switch {
	case b.Calendars[timetable.ConnectionBroken]+b.Calendars[timetable.ConnectionRevoked] > 0:
		x.say("calendars", findingBad, strings.Join(troubled, ", "), "`litmus calendars list` says why")
	case len(troubled) > 0:
		x.say("calendars", findingUnsure, strings.Join(troubled, ", "), "they are tried again; "+
			"`litmus calendars list` says why they fail")
	default:
		x.good("calendars", "connected: %d", total)
	}
}

// disk looks at the room beside a database of SQLite. That of another server cannot be seen from here.
func (x *examination) disk(dir string) {
	free, err := freeBytes(dir)
	switch {
	case err != nil:
		x.say("disk", findingUnsure, reason(err), "look whether the database's folder is there")
	case free < leastDisk:
		x.say("disk", findingBad, fmt.Sprintf("%d MiB are free", free>>20), "make room: a full disk stops all writes")
	default:
		x.good("disk", "%d MiB are free", free>>20)
	}
}

// mail signs in to the mail server and sends nothing.
func (x *examination) mail(ctx context.Context) {
	if x.SMTPURL == "" {
		x.say("mail", findingUnsure, "LITMUS_SMTP_URL is not set", "workers of the queue effects need it; under "+
			"`litmus up` the inbox catches letters")
		return
	}
	sender, err := mail.New(x.SMTPURL, x.SMTPTLS)
	if err == nil {
		defer sender.Close()
		err = sender.Check(ctx)
	}
	if err != nil {
		x.say("mail", findingBad, reason(err), "look at LITMUS_SMTP_URL and LITMUS_SMTP_TLS")
		return
	}
	x.good("mail", "the server lets this service in")
}

// files looks whose the files are: a store that answers can be read.
func (x *examination) files(ctx context.Context) {
	if x.FilesAt == "" {
		x.good("files", "LITMUS_FILES is not set, so nobody but `litmus up` offers any")
		return
	}
	err := x.openFiles()
	owner := ""
	if err == nil {
		owner, err = files.Owner(ctx, x.kept)
	}
	if err != nil {
		x.say("files", findingBad, reason(err), "look at LITMUS_FILES, LITMUS_FILES_ACCESS_KEY and "+
			"LITMUS_FILES_SECRET_KEY")
		return
	}
	if who, known := x.who(ctx); known && owner != "" && owner != who {
		x.say("files", findingBad, "what LITMUS_FILES names belongs to the database "+owner+", and this one is "+who+
			": it deletes nothing there", "give this one a folder or bucket of its own; if the other one is gone, or "+
			"this is a copy that nobody else uses, remove the object litmus/database from it")
		return
	}
	x.good("files", "they are kept where LITMUS_FILES says")
}

// who is the identity of the database, if it can be read.
func (x *examination) who(ctx context.Context) (id string, known bool) {
	s, err := x.config.database(x.app)
	if err != nil {
		return "", false
	}
	defer s.Close()
	who, err := s.PeekIdentity(ctx)
	if err != nil {
		return "", false
	}
	if who == nil {
		return "without an identity yet", true
	}
	return who.ID, true
}

// reason is an error in one line.
func reason(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
