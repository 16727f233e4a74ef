package client

import "encoding/json"

// Panel says who interviews together. The zero value is nobody beside the interviewer.
type Panel struct {
	Auto   bool     // people who are free and fit the round's seats are chosen
	Emails []string // of the people, the lead first; not with Auto
}

// MarshalJSON implements [json.Marshaler].
func (p Panel) MarshalJSON() ([]byte, error) {
	if p.Auto {
		return []byte(`"auto"`), nil
	}
	return json.Marshal(p.Emails)
}

// IsZero reports whether no panel is asked for; the field is left out then.
func (p Panel) IsZero() bool { return !p.Auto && len(p.Emails) == 0 }
