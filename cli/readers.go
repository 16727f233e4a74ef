package cli

// readers are the roles that read a variable, as `litmus config` and docs/operators.md say it; effects is the worker of
// that queue. `litmus up` reads all.
var readers = map[string]string{
	"LITMUS_DATABASE_URL": "all",
	"LITMUS_LOG":          "all",
	"LITMUS_LOG_LEVEL":    "all",

	"LITMUS_BASE_URL":      "api, worker",
	"LITMUS_SECRET":        "api, worker",
	"LITMUS_MEETING":       "api, worker",
	"LITMUS_NOTETAKER":     "api, worker",
	"LITMUS_LINK_TTL":      "api, worker",
	"LITMUS_SESSION_TTL":   "api, worker",
	"LITMUS_SESSION_GRACE": "api, worker",
	"LITMUS_INVITE_TTL":    "api, worker",
	"LITMUS_REMINDERS":     "api, worker",
	"LITMUS_METRICS_ADDR":  "api, worker",
	"LITMUS_SECRET_OLD":    "api, worker",

	"LITMUS_FILES":            "api, worker",
	"LITMUS_FILES_ACCESS_KEY": "api, worker",
	"LITMUS_FILES_SECRET_KEY": "api, worker",

	"LITMUS_TEMPORAL_UI_URL":              "api",
	"LITMUS_ADDR":                         "api",
	"LITMUS_MAIL_DOMAINS":                 "api",
	"LITMUS_GOOGLE_CLIENT_ID":             "api",
	"LITMUS_GOOGLE_CLIENT_SECRET":         "api",
	"LITMUS_MICROSOFT_CLIENT_ID":          "api",
	"LITMUS_MICROSOFT_CLIENT_SECRET":      "api",
	"LITMUS_OIDC_CLIENT_ID":               "api",
	"LITMUS_OIDC_CLIENT_SECRET":           "api",
	"LITMUS_DRAIN":                        "api",
	"LITMUS_TRUSTED_PROXIES":              "api",
	"LITMUS_LIMIT_FAILED_AUTHENTICATIONS": "api",
	"LITMUS_LIMIT_REQUESTS_AT_ONCE":       "api",
	"LITMUS_LIMIT_REQUESTS_SERVED":        "api",
	"LITMUS_LIMIT_UNKNOWN_AT_ONCE":        "api",
	"LITMUS_LIMIT_BODIES_AT_ONCE":         "api",
	"LITMUS_LIMIT_STRANGER_LETTERS":       "api",
	"LITMUS_LIMIT_RESENT_INVITATIONS":     "api",
	"LITMUS_LIMIT_CALLBACKS_AT_ONCE":      "api",
	"LITMUS_LIMIT_FILE_MEGABYTES":         "api",
	"LITMUS_LIMIT_LARGE_FORMS_AT_ONCE":    "api",

	"LITMUS_SMTP_URL":           "effects",
	"LITMUS_SMTP_TLS":           "effects",
	"LITMUS_RETURN_ADDRESS":     "effects",
	"LITMUS_IMAP_URL":           "effects",
	"LITMUS_ZOOM_ACCOUNT_ID":    "effects",
	"LITMUS_ZOOM_CLIENT_ID":     "effects",
	"LITMUS_ZOOM_CLIENT_SECRET": "effects",

	"LITMUS_NOTETAKER_SECRET":       "api, effects",
	"LITMUS_ALLOW_PRIVATE_NETWORKS": "api, effects",
	"LITMUS_OIDC_ISSUER":            "api, effects",
	"LITMUS_SIGNIN":                 "api, effects",

	"LITMUS_AUDIT_DAYS":     "worker",
	"LITMUS_WORKFLOW_TASKS": "worker",
	"LITMUS_EFFECTS":        "worker",
	"LITMUS_WORKFLOW_CACHE": "worker",
	"LITMUS_POLLERS":        "worker",

	"LITMUS_DEPLOYMENT":       "worker",
	"LITMUS_DEPLOYMENT_BUILD": "worker",

	"LITMUS_LIMIT_PAINTED_SLOTS":   "api, apply",
	"LITMUS_TEMPORAL_DATABASE_URL": "temporal",
}

// clientReaders are the roles that read the variables of Temporal's client and of OpenTelemetry.
const clientReaders = "api, worker"
