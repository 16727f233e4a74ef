package models

import (
	"cmp"
	"net/mail"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Bounds of an organization's numbers: wide enough for any use, and narrow enough that sums of dates do not overflow.
const (
	MaxInviteDays  = 3650 // ten years
	MaxReschedules = 1000
	MaxCutoffHours = 8760 // a year
)

// Candidates of a new organization reschedule at most twice, up to 12 hours before.
const (
	DefaultReschedules = 2
	DefaultCutoffHours = 12
)

// Settings are what an admin edits of an organization (D23).
type Settings struct {
	Name                  string
	TimeZone              string // IANA
	Language              string // one of [Languages]
	MailFrom              string // RFC 5322 mailbox, "" for the service's own
	SupportEmail          string // to whom candidates write where a posting has no recruiter; "" for nobody
	InviteDays            int    // 0: the variable's default
	RescheduleMax         int
	RescheduleCutoffHours int
	MovePickedOnly        bool     // candidates move what they picked, and not what the team booked for them
	CancelForbidden       bool     // candidates do not cancel on their page
	CancelCutoffHours     int      // until so many hours before the start they do; 0: until it starts
	UndoSeconds           int      // how long the dashboard offers to take a change back; 0: not at all
	RefillHours           int      // until so many hours before the start a seat is refilled by itself; 0: never
	FallbackRecipients    []string // are briefed where a round has none; none: the admins
}

// SettingsForm are settings as a person typed them.
type SettingsForm struct {
	Name, TimeZone, MailFrom, SupportEmail           string
	Language                                         string // "" for the default
	InviteDays, RescheduleMax, RescheduleCutoffHours string // "" for the default
	MovePickedOnly, CancelForbidden                  bool
	CancelCutoffHours, UndoSeconds, RefillHours      string // "" for the default
	FallbackRecipients                               string // addresses, separated by commas, space or new lines
}

// FormOf returns the settings as a form shows them.
func (s Settings) FormOf() SettingsForm {
	days := ""
	if s.InviteDays > 0 {
		days = strconv.Itoa(s.InviteDays)
	}
	return SettingsForm{Name: s.Name, TimeZone: s.TimeZone, Language: s.Language, MailFrom: s.MailFrom,
		SupportEmail: s.SupportEmail, InviteDays: days,
		RescheduleMax: strconv.Itoa(s.RescheduleMax), RescheduleCutoffHours: strconv.Itoa(s.RescheduleCutoffHours),
		MovePickedOnly: s.MovePickedOnly, CancelForbidden: s.CancelForbidden,
		CancelCutoffHours:  strconv.Itoa(s.CancelCutoffHours),
		UndoSeconds:        strconv.Itoa(s.UndoSeconds),
		RefillHours:        strconv.Itoa(s.RefillHours),
		FallbackRecipients: strings.Join(s.FallbackRecipients, "\n")}
}

// Parse checks the form. Every error is of kind [Invalid] and names the field.
func (f SettingsForm) Parse() (s Settings, err error) {
	if s.Name, err = requiredName("name", f.Name); err != nil {
		return Settings{}, err
	}
	s.TimeZone = strings.TrimSpace(f.TimeZone)
	if err := CheckTimeZone("time zone", s.TimeZone); err != nil {
		return Settings{}, err
	}
	s.Language = cmp.Or(strings.TrimSpace(f.Language), DefaultLanguage)
	if err := CheckLanguage("language", s.Language); err != nil {
		return Settings{}, err
	}
	if s.MailFrom, err = ParseMailbox("sender of letters", f.MailFrom); err != nil {
		return Settings{}, err
	}
	if strings.TrimSpace(f.SupportEmail) != "" {
		if s.SupportEmail, err = ParseEmail("address for questions", f.SupportEmail); err != nil {
			return Settings{}, err
		}
	}
	for _, n := range []struct {
		name, typed          string
		into                 *int
		otherwise, low, high int
	}{
		{"days of an invitation", f.InviteDays, &s.InviteDays, 0, 1, MaxInviteDays},
		{"most changes of a time", f.RescheduleMax, &s.RescheduleMax, DefaultReschedules, 0, MaxReschedules},
		{"hours before which a time can be changed", f.RescheduleCutoffHours, &s.RescheduleCutoffHours,
			DefaultCutoffHours, 0, MaxCutoffHours},
		{"hours before which an interview can be canceled", f.CancelCutoffHours, &s.CancelCutoffHours, 0, 0,
			MaxCutoffHours},
		{"seconds in which a change can be taken back", f.UndoSeconds, &s.UndoSeconds, DefaultUndoSeconds, 0,
			MaxUndoSeconds},
		{"hours before which a seat is refilled", f.RefillHours, &s.RefillHours, 0, 0, MaxRefillHours},
	} {
		if *n.into, err = ParseWhole(n.name, n.typed, n.otherwise, n.low, n.high); err != nil {
			return Settings{}, err
		}
	}
	s.MovePickedOnly, s.CancelForbidden = f.MovePickedOnly, f.CancelForbidden
	s.FallbackRecipients, err = parseRecipients(f.FallbackRecipients)
	if err != nil {
		return Settings{}, err
	}
	return s, nil
}

func requiredName(field, typed string) (string, error) {
	name, err := CleanName(field, typed)
	if err == nil && name == "" {
		err = About(Refusal{Cause: CauseRequired, Field: field}, Invalidf("%s is required", field))
	}
	return name, err
}

func parseRecipients(typed string) (all []string, err error) {
	for _, s := range strings.FieldsFunc(typed, func(c rune) bool {
		return c == ',' || c == ';' || c == ' ' || c == '\n' || c == '\r' || c == '\t'
	}) {
		email, err := ParseEmail("fallback recipient", s)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(all, email) {
			all = append(all, email)
		}
		if len(all) > MaxFallbackRecipients {
			return nil, InField("fallback recipient",
				Invalidf("there are more than %d fallback recipients", MaxFallbackRecipients))
		}
	}
	return all, nil
}

// ParseMailbox returns the sender of letters, an address with or without a name before it (RFC 5322 3.4), with space
// around it removed; "" if it is empty. The error, of kind [Invalid], names field.
func ParseMailbox(field, s string) (string, error) {
	s, err := CleanName(field, s)
	if err != nil || s == "" {
		return "", err
	}
	a, err := mail.ParseAddress(s)
	if err == nil {
		_, err = ParseEmail(field, a.Address)
	}
	if err != nil {
		return "", About(Refusal{Cause: CauseMailbox, Field: field, Value: s},
			Invalidf("%s %s is not a mailbox; expected one such as %s", field, Quote(s),
				Quote("Acme Hiring <hiring@acme.example>")))
	}
	return s, nil
}

// slugForm accepts what is safe as a path segment, as a host label and on a command line.
var slugForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?$`)

// CheckSlug checks the short name of an organization. The error, of kind [Invalid], names field.
func CheckSlug(field, s string) error {
	if !slugForm.MatchString(s) {
		return About(Refusal{Cause: CauseSlug, Field: field, Value: s},
			Invalidf("%s %s is not a slug; expected 1 to 63 lower-case letters, digits, hyphens or underscores, "+
				"beginning and ending with a letter or digit", field, Quote(s)))
	}
	return nil
}

// Settings returns what an admin edits of the organization.
func (o Organization) Settings() Settings {
	return Settings{Name: o.Name, TimeZone: o.TimeZone, Language: o.Language, MailFrom: o.MailFrom,
		SupportEmail: o.SupportEmail, InviteDays: o.InviteDays,
		RescheduleMax: o.RescheduleMax, RescheduleCutoffHours: o.RescheduleCutoffHours,
		MovePickedOnly: o.MovePickedOnly, CancelForbidden: o.CancelForbidden, CancelCutoffHours: o.CancelCutoffHours,
		UndoSeconds: o.UndoSeconds, RefillHours: o.RefillHours, FallbackRecipients: o.FallbackRecipients}
}

// checkShown refuses what the file keeps (D24), and another version of the settings than the newest.
func (o Organization) checkShown(version int64) error {
	if err := CheckOrigin("organization "+Quote(o.Name), o.Origin); err != nil {
		return err
	}
	if o.Version != version {
		return Conflictf("somebody else changed the settings meanwhile; nothing of yours was saved")
	}
	return nil
}

// DecideSettings returns the organization with the settings of an admin who was shown the given version (D23). It
// refuses with a [Conflict] what the file keeps (D24), and a version that is no longer the newest: then somebody else
// has saved meanwhile, and the caller shows both; and with [Invalid] a sender of letters whose domain is not among the
// operator's, see [Policy]. changed is false if nothing differs.
func (o Organization) DecideSettings(s Settings, version int64, p Policy) (_ Organization, changed bool, err error) {
	if err := o.checkShown(version); err != nil {
		return o, false, err
	}
	if o.Settings().FormOf() == s.FormOf() {
		return o, false, nil
	}
	if err := o.checkSender(s.MailFrom, p.MailDomains); err != nil {
		return o, false, err
	}
	o.Name, o.TimeZone, o.MailFrom, o.InviteDays = s.Name, s.TimeZone, s.MailFrom, s.InviteDays
	o.SupportEmail, o.Language = s.SupportEmail, s.Language
	o.RescheduleMax, o.RescheduleCutoffHours = s.RescheduleMax, s.RescheduleCutoffHours
	o.MovePickedOnly, o.UndoSeconds, o.FallbackRecipients = s.MovePickedOnly, s.UndoSeconds, s.FallbackRecipients
	o.CancelForbidden, o.CancelCutoffHours = s.CancelForbidden, s.CancelCutoffHours
	o.RefillHours = s.RefillHours
	o.Version++
	return o, true, nil
}
