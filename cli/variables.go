package cli

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/effect"
	"litmus/ports/files"
	"litmus/ports/mail"
	"litmus/ports/mailbox"
	"litmus/ports/meeting"
	"litmus/ports/notetaker"
	"litmus/ports/outbound"
)

// variable is one environment variable: how it is read into the configuration and what it expects.
type variable struct {
	name, fallback, expects string
	secret                  bool // the whole value is masked
	urlSecret               bool // credentials in the URL are masked
	read                    func(c *config, value string) error
}

// maxReturnLocal is the most characters of LITMUS_RETURN_ADDRESS before the @: what letters add to it fits then into
// the 64 octets of a local part (RFC 5321 4.5.3.1.1).
const maxReturnLocal = 64 - 1 - effect.MaxReturnTag

// variables are a table of their own, not flags with Kong's tag env: that reads the process's environment, takes "" for
// a value, quotes a malformed secret, and keeps neither where a value came from nor which part of it is masked.
var variables = append([]variable{
	{"LITMUS_DATABASE_URL", "", "postgres://… or sqlite:PATH", false, true, func(c *config, v string) error {
		if v != "" && !strings.HasPrefix(v, "postgres://") && !strings.HasPrefix(v, "postgresql://") &&
			(!strings.HasPrefix(v, "sqlite:") || v == "sqlite:") {
			return errExpected
		}
		c.DatabaseURL = v
		return nil
	}},
	{"LITMUS_BASE_URL", "", "an absolute http or https URL without a path, such as https://hire.example.com",
		false, false, func(c *config, v string) error {
			u, err := url.Parse(v)
			if v != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" ||
				strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil) {
				return errExpected
			}
			c.BaseURL = strings.TrimRight(v, "/")
			return nil
		}},
	{"LITMUS_TEMPORAL_DATABASE_URL", "", "postgres://…/NAME with NAME_visibility beside it, or sqlite:PATH",
		false, true, func(c *config, v string) error {
			if v != "" && !strings.HasPrefix(v, "postgres://") && !strings.HasPrefix(v, "postgresql://") &&
				(!strings.HasPrefix(v, "sqlite:") || v == "sqlite:") {
				return errExpected
			}
			c.TemporalDatabase = v
			return nil
		}},
	{"LITMUS_TEMPORAL_UI_URL", "", "an absolute http or https URL, such as https://temporal.example.com", false, false,
		func(c *config, v string) error {
			u, err := url.Parse(v)
			if v != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" ||
				u.RawQuery != "" || u.Fragment != "" || u.User != nil) {
				return errExpected
			}
			c.TemporalUI = strings.TrimRight(v, "/")
			return nil
		}},
	{"LITMUS_ADDR", ":8080", "host:port or :port", false, false,
		func(c *config, v string) error { c.Addr = v; return checkAddr(v) }},
	{"LITMUS_SECRET", "", "at least 32 bytes", true, false, func(c *config, v string) error {
		if v != "" && len(v) < 32 {
			return errExpected
		}
		c.Secret = v
		return nil
	}},
	{"LITMUS_SECRET_OLD", "", "at least 32 bytes: the LITMUS_SECRET of before", true, false,
		func(c *config, v string) error {
			if v != "" && len(v) < 32 {
				return errExpected
			}
			c.SecretOld = v
			return nil
		}},
	{"LITMUS_SMTP_URL", "", "smtp://[user:password@]host:port or smtps://…", false, true,
		func(c *config, v string) error {
			u, err := url.Parse(v)
			if v != "" && (err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "") {
				return errExpected
			}
			c.SMTPURL = v
			return nil
		}},
	{"LITMUS_IMAP_URL", "", "imaps://user:password@host[:port][/folder] or imap://…", false, true,
		func(c *config, v string) error {
			var err error
			if c.Mailbox = nil; v != "" {
				if c.Mailbox, err = mailbox.New(v); err != nil {
					return errExpected
				}
			}
			return nil
		}},
	{"LITMUS_RETURN_ADDRESS", "", "an address such as returns@example.com, with at most " +
		strconv.Itoa(maxReturnLocal) + " characters before the @", false, false,
		func(c *config, v string) error {
			local, _, _ := strings.Cut(v, "@")
			if _, err := models.ParseEmail("the address", v); v != "" && (err != nil || len(local) > maxReturnLocal ||
				strings.ContainsFunc(v, func(r rune) bool { return r > '~' || r == '+' })) {
				return errExpected
			}
			c.ReturnAddress = v
			return nil
		}},
	{"LITMUS_SMTP_TLS", "", "required or opportunistic; unset, required unless the server is in a private network",
		false, false, func(c *config, v string) error {
			if c.SMTPTLS = mail.TLS(v); c.SMTPTLS == mail.TLSByAddress {
				return nil
			}
			return oneOf(v, string(mail.TLSRequired), string(mail.TLSOpportunistic))
		}},
	{"LITMUS_MAIL_DOMAINS", "", "a comma-separated list of domains such as acme.example,mail.acme.example",
		false, false, func(c *config, v string) error {
			for _, one := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' }) {
				d, err := models.ParseDomain("domain", one)
				if err != nil {
					return err
				}
				c.MailDomains = append(c.MailDomains, d)
			}
			return nil
		}},
	{"LITMUS_MEETING", none, "none, jitsi=https://HOST or zoom", false, true, func(c *config, v string) error {
		if c.Meeting = v; v == meetingZoom {
			return nil // configured by variables of its own
		}
		_, err := meeting.New(v, meeting.Source{Secret: make([]byte, 32)}, http.DefaultClient)
		return err
	}},
	{"LITMUS_ZOOM_ACCOUNT_ID", "", "the account id of a server-to-server OAuth application", false, false,
		func(c *config, v string) error { c.ZoomAccount = v; return nil }},
	{"LITMUS_ZOOM_CLIENT_ID", "", "the client id of that application", false, false,
		func(c *config, v string) error { c.ZoomClient = v; return nil }},
	{"LITMUS_ZOOM_CLIENT_SECRET", "", "the client secret of that application", true, false,
		func(c *config, v string) error { c.ZoomSecret = v; return nil }},
	{"LITMUS_GOOGLE_CLIENT_ID", "", "the client id of an OAuth application for calendars of Google", false, false,
		func(c *config, v string) error { c.GoogleClient = v; return nil }},
	{"LITMUS_GOOGLE_CLIENT_SECRET", "", "the client secret of that application", true, false,
		func(c *config, v string) error { c.GoogleSecret = v; return nil }},
	{"LITMUS_MICROSOFT_CLIENT_ID", "", "the client id of an OAuth application for calendars of Microsoft", false, false,
		func(c *config, v string) error { c.MicrosoftClient = v; return nil }},
	{"LITMUS_MICROSOFT_CLIENT_SECRET", "", "the client secret of that application", true, false,
		func(c *config, v string) error { c.MicrosoftSecret = v; return nil }},
	{"LITMUS_NOTETAKER", none, "none or http=https://HOST", false, true, func(c *config, v string) error {
		c.Notetaker = v
		_, err := notetaker.New(v, make([]byte, 32), http.DefaultClient)
		return err
	}},
	{"LITMUS_NOTETAKER_SECRET", "", "at least 32 bytes that the notetaker knows too", true, false,
		func(c *config, v string) error {
			if c.NotetakerSecret = v; v != "" && len(v) < 32 {
				return errExpected
			}
			return nil
		}},
	{"LITMUS_FILES", "", "the absolute path of a folder, or s3://HOST[:PORT]/BUCKET[/PREFIX]", false, true,
		func(c *config, v string) error {
			if c.FilesAt = v; v == "" || filepath.IsAbs(v) {
				return nil
			}
			_, err := files.New(v, files.Access{Key: "any", Secret: "any"})
			return err
		}},
	{"LITMUS_FILES_ACCESS_KEY", "", "the access key of that bucket", true, false,
		func(c *config, v string) error { c.FilesAccess.Key = v; return nil }},
	{"LITMUS_FILES_SECRET_KEY", "", "its secret", true, false,
		func(c *config, v string) error { c.FilesAccess.Secret = v; return nil }},
	{"LITMUS_OIDC_ISSUER", "", "an absolute https or http URL, such as https://login.example.com", false, false,
		func(c *config, v string) error {
			u, err := url.Parse(v)
			if v != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" ||
				u.RawQuery != "" || u.Fragment != "" || u.User != nil) {
				return errExpected
			}
			c.OIDCIssuer = v
			return nil
		}},
	{"LITMUS_OIDC_CLIENT_ID", "", "the id that the identity provider knows this service by", false, false,
		func(c *config, v string) error { c.OIDCClient = v; return nil }},
	{"LITMUS_OIDC_CLIENT_SECRET", "", "the secret that the identity provider gave with it", true, false,
		func(c *config, v string) error { c.OIDCSecret = v; return nil }},
	{"LITMUS_SIGNIN", "", "oidc, or nothing: who may sign in by mail as well", false, false,
		func(c *config, v string) error { c.SignIn = v; return oneOf(v, "", signInOIDC) }},
	{"LITMUS_LINK_TTL", "24h", "a duration over zero such as 24h", false, false,
		func(c *config, v string) error { return duration(v, &c.LinkTTL, 1) }},
	{"LITMUS_SESSION_TTL", "168h", "a duration over zero such as 168h", false, false,
		func(c *config, v string) error { return duration(v, &c.SessionTTL, 1) }},
	{"LITMUS_DRAIN", "5s", "a duration such as 10s", false, false,
		func(c *config, v string) error { return duration(v, &c.Drain, 0) }},
	{"LITMUS_SESSION_GRACE", "0s", "a duration such as 10m", false, false,
		func(c *config, v string) error { return duration(v, &c.SessionGrace, 0) }},
	{"LITMUS_INVITE_TTL", "336h", "a duration over zero such as 336h", false, false,
		func(c *config, v string) error { return duration(v, &c.InviteTTL, 1) }},
	{"LITMUS_REMINDERS", "24h,1h", "a comma-separated list of durations over zero such as 24h,1h, or none",
		false, false, func(c *config, v string) error {
			c.Reminders = nil
			if v == "none" {
				return nil
			}
			for one := range strings.SplitSeq(v, ",") {
				var d time.Duration
				if err := duration(strings.TrimSpace(one), &d, 1); err != nil {
					return err
				}
				c.Reminders = append(c.Reminders, d)
			}
			slices.SortFunc(c.Reminders, func(a, b time.Duration) int { return cmp.Compare(b, a) }) // longest first
			c.Reminders = slices.Compact(c.Reminders)
			return nil
		}},
	{"LITMUS_ALLOW_PRIVATE_NETWORKS", "", "a comma-separated list of networks such as 10.0.0.0/8,fd12:3456::/32",
		false, false, func(c *config, v string) (err error) {
			c.AllowPrivate, err = outbound.ParseNetworks(v)
			return err
		}},
	{"LITMUS_AUDIT_DAYS", "400", "a number of days over zero", false, false, func(c *config, v string) (err error) {
		if c.AuditDays, err = strconv.Atoi(v); err == nil && c.AuditDays < 1 {
			err = errExpected
		}
		return err
	}},
	{"LITMUS_TRUSTED_PROXIES", "",
		"a comma-separated list of networks or addresses of your own proxies, such as 10.0.0.0/8,127.0.0.1",
		false, false, func(c *config, v string) (err error) {
			c.TrustedProxies, err = outbound.ParseNetworks(v)
			return err
		}},
	{"LITMUS_WORKFLOW_TASKS", automatic,
		"auto (2 a processor) or a number over one: workflow tasks that a worker runs side by side", false, false,
		func(c *config, v string) error { return count(v, &c.Worker.WorkflowTasks, 2) }},
	{"LITMUS_EFFECTS", automatic,
		"auto (32 a processor) or a number over zero: side effects that a worker has under way", false, false,
		func(c *config, v string) error { return count(v, &c.Worker.Effects, 1) }},
	{"LITMUS_WORKFLOW_CACHE", automatic,
		"auto (200 a processor) or a number over zero: workflows that a worker keeps in memory", false, false,
		func(c *config, v string) error { return count(v, &c.Worker.CachedWorkflows, 1) }},
	{"LITMUS_POLLERS", automatic,
		"auto (as many as the Temporal server asks for) or a number over one: open requests for work, for each queue",
		false, false, func(c *config, v string) error { return count(v, &c.Worker.Pollers, 2) }},
	{"LITMUS_DEPLOYMENT", "", "a name of letters, digits, _ and - such as litmus", false, false,
		func(c *config, v string) error {
			if c.Worker.Deployment = v; v != "" && !deploymentForm.MatchString(v) {
				return errExpected
			}
			return nil
		}},
	{"LITMUS_DEPLOYMENT_BUILD", "", "a version such as v1.2.3, of letters, digits, and ._+-", false, false,
		func(c *config, v string) error {
			if v == "" {
				return nil // the program's own
			}
			if c.Worker.Build = v; v == unversioned || !buildForm.MatchString(v) {
				return errExpected
			}
			return nil
		}},
	{"LITMUS_METRICS_ADDR", "", "host:port or :port, out of reach for strangers", false, false,
		func(c *config, v string) error {
			if c.MetricsAddr = v; v == "" {
				return nil
			}
			return checkAddr(v)
		}},
	{"LITMUS_LOG", "", "text or json", false, false, func(c *config, v string) error {
		if c.Log = v; v == "" {
			c.Log = "json"
			if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
				c.Log = "text" // on a terminal
			}
		}
		return oneOf(c.Log, "text", "json")
	}},
	{"LITMUS_LOG_LEVEL", "info", "debug, info, warn or error", false, false,
		func(c *config, v string) error { return c.LogLevel.UnmarshalText([]byte(v)) }},
}, limitVariables()...)

// limitVariables are the variables of [models.LimitTable].
func limitVariables() (out []variable) {
	for _, limit := range models.LimitTable {
		out = append(out, variable{limit.Variable, strconv.Itoa(limit.Default), "a number over zero: " + limit.What,
			false, false, func(c *config, v string) error {
				return number(v, limit.Field(&c.Limits), 1)
			}})
	}
	return out
}

var errExpected = fmt.Errorf("malformed")

func oneOf(v string, allowed ...string) error {
	if !slices.Contains(allowed, v) {
		return errExpected
	}
	return nil
}

// automatic is the value that leaves the choice to the program.
const automatic = "auto"

// count reads a number of at least least; [automatic] is 0.
func count(v string, to *int, least int) error {
	if *to = 0; v == automatic {
		return nil
	}
	return number(v, to, least)
}

func number(v string, to *int, least int) (err error) {
	if *to, err = strconv.Atoi(v); err == nil && *to < least {
		err = errExpected
	}
	return err
}

func duration(v string, to *time.Duration, least time.Duration) (err error) {
	if *to, err = time.ParseDuration(v); err == nil && *to < least {
		err = errExpected
	}
	return err
}

func checkAddr(v string) error {
	if i := strings.LastIndexByte(v, ':'); i < 0 || i == len(v)-1 {
		return errExpected
	}
	return nil
}

// libraryVariables are read by the client of Temporal and by OpenTelemetry; here they are only listed, by `litmus
// config`.
var libraryVariables = []struct {
	name, fallback string
	secret         bool
}{
	{"TEMPORAL_ADDRESS", "127.0.0.1:7233 (up: embedded)", false},
	{"TEMPORAL_NAMESPACE", "default", false},
	{"TEMPORAL_API_KEY", "", true},
	{"TEMPORAL_TLS", "", false},
	{"TEMPORAL_TLS_CLIENT_CERT_PATH", "", false},
	{"TEMPORAL_TLS_CLIENT_KEY_PATH", "", false},
	{"TEMPORAL_TLS_SERVER_CA_CERT_PATH", "", false},
	{"TEMPORAL_TLS_SERVER_NAME", "", false},
	{"TEMPORAL_CONFIG_FILE", "", false},
	{"TEMPORAL_PROFILE", "", false},
	{"OTEL_EXPORTER_OTLP_ENDPOINT", "", false},
	{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "", false},
	{"OTEL_EXPORTER_OTLP_HEADERS", "", true},
	{"OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf", false},
	{"OTEL_SERVICE_NAME", "litmus, litmus-api or litmus-worker", false},
	{"OTEL_RESOURCE_ATTRIBUTES", "", false},
	{"OTEL_TRACES_EXPORTER", "", false},
	{"OTEL_TRACES_SAMPLER", "parentbased_always_on", false},
	{"OTEL_TRACES_SAMPLER_ARG", "", false},
	{"OTEL_SDK_DISABLED", "false", false},
}

// callersKey holds the API key of whoever calls a deployment (`litmus conform`, `litmus mcp`). It configures no role.
const callersKey = "LITMUS_KEY"

// unknownVariables returns the names in the environment that begin with LITMUS_ and are unknown: misspelled ones, and
// those of another version.
func unknownVariables(environ []string) (names []string) {
	for _, one := range environ {
		name, _, _ := strings.Cut(one, "=")
		known := name == callersKey || slices.ContainsFunc(variables, func(v variable) bool { return v.name == name })
		if strings.HasPrefix(name, "LITMUS_") && !strings.HasPrefix(name, "LITMUS_TEST_") && !known {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
