package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	standard "log"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"litmus/dashboard/signin"
	"litmus/letters"
	"litmus/models"
	"litmus/models/timetable"
	"litmus/ports/calendar"
	"litmus/ports/files"
	"litmus/ports/mail"
	"litmus/ports/mailbox"
	"litmus/ports/meeting"
	"litmus/ports/notetaker"
	"litmus/ports/outbound"
	"litmus/store"
	"litmus/tracing"
	"litmus/worker"
	"litmus/workflows"
)

// config is the configuration from environment variables. `litmus config` prints it.
type config struct {
	DatabaseURL, BaseURL, Addr, Secret, SMTPURL string
	SecretOld                                   string // what opens beside Secret, "" for nothing
	SMTPTLS                                     mail.TLS
	Mailbox                                     *mailbox.Mailbox // where letters come back to, nil for nowhere
	ReturnAddress                               string
	MailDomains                                 []string // from which an admin may have letters come
	Meeting, Notetaker, NotetakerSecret         string
	ZoomAccount, ZoomClient, ZoomSecret         string
	GoogleClient, GoogleSecret                  string
	MicrosoftClient, MicrosoftSecret            string
	LinkTTL, SessionTTL, SessionGrace           time.Duration
	Drain                                       time.Duration
	InviteTTL                                   time.Duration
	Reminders                                   []time.Duration
	FilesAt                                     string // a folder or a bucket, "" for no files
	FilesAccess                                 files.Access
	kept                                        files.Store    // at FilesAt, once a service begins
	filesBeside                                 bool           // FilesAt goes where the database goes
	AllowPrivate                                []netip.Prefix // private networks that may be called
	TrustedProxies                              []netip.Prefix // their X-Forwarded-For is read
	Limits                                      models.Limits
	Worker                                      worker.Options
	AuditDays                                   int    // how long audit entries are kept
	TemporalDatabase                            string // of `litmus temporal`
	TemporalUI                                  string // address of Temporal's web interface, "" if it is not known
	OIDCIssuer, OIDCClient, OIDCSecret          string // the identity provider of the dashboard (D7)
	SignIn                                      string // "", or [signInOIDC]
	MetricsAddr                                 string // where metrics are served, "" for nowhere
	Log                                         string
	LogLevel                                    slog.Level
}

// needsOrigin refuses a command that prints a link, and does not know what it begins with.
func (c config) needsOrigin() error {
	if c.BaseURL != "" {
		return nil
	}
	return usagef("LITMUS_BASE_URL is required here: the public origin of the api, which the link begins with, " +
		"such as https://hire.example.com")
}

func (c config) policy() models.Policy {
	p := models.Policy{
		Reminders:    c.Reminders,
		SessionGrace: c.SessionGrace,
		InviteTTL:    c.InviteTTL,
		LinkTTL:      c.LinkTTL,
		SessionTTL:   c.SessionTTL,
		Notetaker:    c.Notetaker != none,
		MailDomains:  append(slices.Clone(c.MailDomains), letters.SenderDomain(letters.HostOf(c.BaseURL))),
	}
	switch {
	case c.Meeting == meetingZoom:
		p.Meeting = models.MakerZoom
	case c.Meeting != none:
		rooms, err := meeting.New(c.Meeting, c.meetingSource(), nil)
		if err != nil {
			break // without a secret, in a process that does not book
		}
		p.Meeting, p.Room = models.MakerJitsi, func(interviewID string) string {
			made, _ := rooms.Make(context.Background(), meeting.Meeting{Key: interviewID}) // makes no request
			return made.Link
		}
	}
	return p
}

// Values of LITMUS_MEETING and LITMUS_NOTETAKER.
const (
	none        = "none"
	meetingZoom = "zoom"
)

func (c config) meetingSource() meeting.Source {
	return meeting.Source{
		Secret:       []byte(c.Secret),
		AccountID:    c.ZoomAccount,
		ClientID:     c.ZoomClient,
		ClientSecret: c.ZoomSecret,
	}
}

// openFiles opens where files are kept, if they are. It is a usage error if that cannot be.
func (c *config) openFiles() (err error) {
	if c.FilesAt == "" {
		return nil
	}
	c.kept, err = files.New(c.FilesAt, c.FilesAccess)
	if errors.Is(err, files.ErrNoAccess) {
		return usagef("LITMUS_FILES names a bucket, so LITMUS_FILES_ACCESS_KEY and LITMUS_FILES_SECRET_KEY are " +
			"required")
	}
	if err != nil {
		return usagef("LITMUS_FILES cannot be used: %v", err)
	}
	return nil
}

// owned returns the files as those of this database, which alone deletes from them. It deletes once the namespace is
// known to be its own: a restored copy that nobody has adopted deletes nothing. It is nil if no files are kept.
func (c config) owned(s *store.Store, w *workflows.Client, log *slog.Logger) *files.Owned {
	if c.kept == nil {
		return nil
	}
	return files.Own(c.kept, c.filesBeside, log, func(ctx context.Context) (string, error) {
		if !w.Claimed() {
			return "", nil
		}
		who, err := s.Identity(ctx)
		return who.ID, err
	})
}

// consents returns the OAuth applications with which members connect their calendars by consent, by provider. It is a
// usage error if one lacks its secret, or its id.
func (c config) consents() (map[string]calendar.Application, error) {
	out := map[string]calendar.Application{}
	for _, one := range []struct{ provider, id, secret, variable string }{
		{timetable.CalendarGoogle, c.GoogleClient, c.GoogleSecret, "LITMUS_GOOGLE_CLIENT"},
		{timetable.CalendarMicrosoft, c.MicrosoftClient, c.MicrosoftSecret, "LITMUS_MICROSOFT_CLIENT"},
	} {
		if (one.id == "") != (one.secret == "") {
			return nil, usagef("%s_ID and %[1]s_SECRET go together: set both, or neither", one.variable)
		}
		if one.id != "" {
			out[one.provider] = calendar.Application{ClientID: one.id, ClientSecret: one.secret}
		}
	}
	return out, nil
}

// checkOutside returns a usage error that names what the configured meeting provider or notetaker lacks. A process that
// does not serve effects only needs the notetaker's secret, for its callbacks.
func (c config) checkOutside(effects bool) error {
	if _, err := notetaker.New(c.Notetaker, []byte(c.NotetakerSecret), http.DefaultClient); err != nil {
		return usageError{err}
	}
	if c.Secret == "" {
		c.Secret = strings.Repeat("0", 32) // the folder's is read later
	}
	if _, err := meeting.New(c.Meeting, c.meetingSource(), http.DefaultClient); err != nil && effects {
		return usageError{err}
	}
	_, err := c.consents()
	return err
}

// signInOIDC is the value of LITMUS_SIGNIN that leaves the identity provider as the only way to sign in.
const signInOIDC = "oidc"

var errNoIssuer = usagef("LITMUS_SIGNIN oidc needs LITMUS_OIDC_ISSUER: nobody could sign in")

// provider returns the identity provider, nil for none. A provider that is configured in parts is a usage error, and so
// is LITMUS_SIGNIN=oidc without one.
func (c config) provider() (*signin.Provider, error) {
	given := map[string]string{"LITMUS_OIDC_ISSUER": c.OIDCIssuer, "LITMUS_OIDC_CLIENT_ID": c.OIDCClient,
		"LITMUS_OIDC_CLIENT_SECRET": c.OIDCSecret}
	var missing []string
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if given[name] == "" {
			missing = append(missing, name)
		}
	}
	switch {
	case len(missing) == len(given) && c.SignIn == signInOIDC:
		return nil, errNoIssuer
	case len(missing) == len(given):
		return nil, nil
	case len(missing) > 0:
		return nil, usagef("%s is required beside the other variables of the identity provider", missing[0])
	}
	client := outbound.New(outbound.Options{AllowPrivate: c.AllowPrivate, MaxBytes: providerBytes, Redirects: -1})
	return &signin.Provider{Issuer: c.OIDCIssuer, ClientID: c.OIDCClient, ClientSecret: c.OIDCSecret,
		Client: client}, nil
}

// providerBytes bounds an answer of the identity provider; the longest are lists of keys.
const providerBytes = 1 << 20

// loadConfig reads all variables. The error for a malformed one is a single line that names it and what is expected. It
// never shows the value of a secret.
func loadConfig(getenv func(string) (string, bool)) (config, error) {
	c := config{Worker: worker.Options{Build: version()}}
	for _, v := range variables {
		value, set := getenv(v.name)
		if value == "" {
			value, set = v.fallback, false
		}
		if err := v.read(&c, value); err != nil {
			if v.secret || v.urlSecret || !set {
				return c, usagef("%s is malformed: expected %s", v.name, v.expects)
			}
			return c, usagef("%s %s is malformed: expected %s", v.name, models.Quote(value), v.expects)
		}
	}
	return c, c.checkSecret()
}

// require returns a usage error for the first of the variables that is empty.
func (c config) require(names ...string) error {
	values := map[string]string{
		"LITMUS_DATABASE_URL": c.DatabaseURL,
		"LITMUS_SECRET":       c.Secret,
		"LITMUS_SMTP_URL":     c.SMTPURL,

		"LITMUS_TEMPORAL_DATABASE_URL": c.TemporalDatabase,
	}
	for _, name := range names {
		if values[name] == "" {
			i := slices.IndexFunc(variables, func(v variable) bool { return v.name == name })
			return usagef("%s is required: %s", name, variables[i].expects)
		}
	}
	return nil
}

type configCommand struct {
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// shownVariable is a variable as `litmus config --json` prints it.
type shownVariable struct {
	Name  string `json:"name"`
	Value string `json:"value"` // without credentials
	From  string `json:"from"`  // environment, default, unset, unknown, or a folder

	ReadBy string `json:"read_by"` // roles, "" where it is unknown
}

// Help lists the variables, for `litmus config --help`.
func (configCommand) Help() string {
	var b strings.Builder
	b.WriteString("The variables, with their defaults and what is expected; docs/operators.md explains them.\n\n")
	for _, v := range variables {
		name := v.name
		if v.fallback != "" {
			name += "=" + v.fallback
		}
		fmt.Fprintf(&b, "  %s\n      %s\n", name, v.expects)
	}
	b.WriteString("\nThe Temporal client and OpenTelemetry read their own.\n\n")
	for _, v := range libraryVariables {
		fmt.Fprintf(&b, "  %s\n", v.name)
	}
	return b.String()
}

// Run prints the configuration: name, value, origin, and which roles read it, tab separated. What commands find in the
// folder of `litmus up` has that as its origin; services look for nothing there. The value of an unknown variable is
// not shown, because it may be a secret under a misspelled name.
func (cmd configCommand) Run(a *app) error {
	c, err := loadConfig(a.getenv)
	found := c
	if err == nil {
		if err = found.completeFrom(cmd.Data); err != nil {
			found = c
		}
		if errors.Is(err, errNoDatabase) {
			err = nil
		}
	}
	ofFolder := map[string]string{"LITMUS_DATABASE_URL": found.DatabaseURL, "LITMUS_SECRET": found.Secret,
		"LITMUS_BASE_URL": found.BaseURL}
	out := []shownVariable{}
	add := func(v variable) {
		value, _ := a.getenv(v.name)
		from := "environment"
		switch {
		case value != "":
		case v.fallback != "":
			value, from = v.fallback, "default"
		case ofFolder[v.name] != "":
			value, from = ofFolder[v.name], cmp.Or(cmd.Data, defaultData)
		}
		switch {
		case value == "":
			from = "unset"
		case v.secret:
			value = "********"
		case v.urlSecret:
			value = maskURL(value)
		}
		out = append(out, shownVariable{v.name, value, from, cmp.Or(readers[v.name], clientReaders)})
	}
	for _, v := range variables {
		add(v)
	}
	for _, v := range libraryVariables {
		add(variable{name: v.name, fallback: v.fallback, secret: v.secret})
	}
	for _, name := range unknownVariables(a.environ) {
		out = append(out, shownVariable{name, "********", "unknown", ""})
	}
	if cmd.JSON {
		return errors.Join(printJSON(a.stdout, out), err)
	}
	for _, v := range out {
		fmt.Fprintf(a.stdout, "%s\t%s\t%s\t%s\n", v.Name, v.Value, v.From, v.ReadBy)
	}
	return err
}

// logger returns a logger to stderr as configured, and logs a warning about unknown variables.
func (c config) logger(a *app) *slog.Logger {
	o := &slog.HandlerOptions{Level: c.LogLevel, ReplaceAttr: tracing.Named}
	var lines slog.Handler = slog.NewJSONHandler(a.stderr, o)
	if c.Log == "text" {
		lines = slog.NewTextHandler(a.stderr, o)
	}
	log := slog.New(tracing.Handler(&outages{Handler: lines, seen: &outage{now: time.Now}}))
	slog.SetDefault(log)
	standard.SetOutput(discreet{standard.Writer()})
	if unknown := unknownVariables(a.environ); len(unknown) > 0 {
		// All names go on one line: an orchestrator may set many variables for a service of this name.
		log.Warn("unknown variables", "names", unknown)
	}
	return log
}

// discreet passes on what libraries write to the standard logger, without what they quote: net/http logs bytes that a
// server sent unasked, which may be anything.
type discreet struct{ io.Writer }

func (d discreet) Write(line []byte) (int, error) {
	said := line
	if before, _, quotes := bytes.Cut(line, []byte("starting with")); quotes {
		said = append(bytes.Clone(before), '\n')
	}
	_, err := d.Writer.Write(said)
	return len(line), err
}
