package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"litmus/models"
	"litmus/models/access"
	"litmus/store"
)

type keysCommand struct {
	Create keysCreate `cmd:"" help:"Create a key and print it, once."`
	List   keysList   `cmd:"" help:"List the keys of an organization."`
	Revoke keysRevoke `cmd:"" help:"Revoke a key from the next request on."`
	Scopes keysScopes `cmd:"" help:"Replace the scopes of a key from the next request on."`
}

type keysCreate struct {
	Org        string   `help:"Slug of the organization." required:""`
	Name       string   `help:"Name of the key." required:""`
	Scope      []string `help:"Scope, such as interviews:read; may be repeated. One of ${scopes}."`
	FullAccess bool     `help:"Every scope there is today."`
	Legacy     bool     `help:"No scopes: unrestricted until they are first edited."`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// createdKey is what `litmus keys create --json` prints.
type createdKey struct {
	keyJSON
	Key string `json:"key"` // shown this once
}

// Run prints the new key, and nothing else, on standard output.
func (cmd *keysCreate) Run(a *app) error {
	given := 0
	for _, one := range []bool{len(cmd.Scope) > 0, cmd.FullAccess, cmd.Legacy} {
		if one {
			given++
		}
	}
	if strings.TrimSpace(cmd.Name) == "" {
		return usagef("--name must not be empty")
	}
	if given != 1 {
		return usagef("give one of --scope, --full-access and --legacy")
	}
	scopes := cmd.Scope
	if cmd.FullAccess {
		scopes = access.Scopes
	}
	if len(cmd.Scope) > 0 {
		if _, err := access.CheckScopes(cmd.Scope); err != nil {
			return usageError{err}
		}
	}
	s, org, err := openOrganization(a, cmd.Data, cmd.Org)
	if err != nil {
		return err
	}
	defer s.Close()
	secret, key, err := s.Team.CreateKey(a.ctx, byOperator, org.ID, cmd.Name, scopes)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "created %s; the key is shown this once\n", key.ID)
	if cmd.JSON {
		return printJSON(a.stdout, createdKey{describeKey(key), secret})
	}
	_, err = fmt.Fprintln(a.stdout, secret)
	return err
}

type keysList struct {
	Org string `help:"Slug of the organization." required:""`
	timesFlag
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

type keyJSON struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Scopes     []string `json:"scopes"` // null: unrestricted
	LastFour   string   `json:"last_four"`
	CreatedAt  string   `json:"created_at"`
	LastUsedAt *string  `json:"last_used_at"`
	RevokedAt  *string  `json:"revoked_at"`
}

func describeKey(k access.Key) keyJSON {
	return keyJSON{k.ID, k.Name, k.Scopes, k.LastFour, models.FormatInstant(k.CreatedAt), instantText(k.LastUsedAt),
		instantText(k.RevokedAt)}
}

// Run lists id, name, scopes, last four characters, created, last used and revoked, but never a key.
func (cmd *keysList) Run(a *app) error {
	s, org, err := openOrganization(a, cmd.Data, cmd.Org)
	if err != nil {
		return err
	}
	defer s.Close()
	keys, err := s.Team.Keys(a.ctx, org.ID)
	if err != nil {
		return err
	}
	if cmd.JSON {
		out := make([]keyJSON, len(keys))
		for i, k := range keys {
			out[i] = describeKey(k)
		}
		return json.NewEncoder(a.stdout).Encode(out)
	}
	w, face := columns(a.stdout), cmd.clockface(org.TimeZone)
	fmt.Fprintln(w, "ID\tNAME\tLAST FOUR\tCREATED\tLAST USED\tREVOKED\tSCOPES")
	for _, k := range keys {
		scopes := "unrestricted (legacy)"
		if k.Scopes != nil {
			scopes = strings.Join(k.Scopes, " ")
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, k.Name, k.LastFour, face.at(&k.CreatedAt),
			face.at(k.LastUsedAt), face.at(k.RevokedAt), scopes)
	}
	return w.Flush()
}

type keysRevoke struct {
	ID string `arg:"" help:"Id of the key."`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// Run revokes the key.
func (cmd *keysRevoke) Run(a *app) error {
	s, k, err := openKey(a, cmd.Data, cmd.ID)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Team.RevokeKey(a.ctx, byOperator, k.OrgID, k.ID); err != nil {
		return err
	}
	if cmd.JSON {
		return printKey(a, s.Store, k.ID)
	}
	_, err = fmt.Fprintln(a.stdout, "revoked", cmd.ID)
	return err
}

type keysScopes struct {
	ID    string   `arg:"" help:"Id of the key."`
	Scope []string `help:"Scope; may be repeated. One of ${scopes}." required:""`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// Run replaces the scopes.
func (cmd *keysScopes) Run(a *app) error {
	if _, err := access.CheckScopes(cmd.Scope); err != nil {
		return usageError{err}
	}
	s, k, err := openKey(a, cmd.Data, cmd.ID)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Team.SetScopes(a.ctx, byOperator, k.OrgID, k.ID, cmd.Scope); err != nil {
		return err
	}
	if cmd.JSON {
		return printKey(a, s.Store, k.ID)
	}
	_, err = fmt.Fprintln(a.stdout, "changed", cmd.ID)
	return err
}

// openKey opens the database and reads a key in it. The caller closes the database.
func openKey(a *app, data, id string) (s database, k access.Key, err error) {
	if s, _, err = openStore(a, data); err != nil {
		return s, k, err
	}
	if k, err = s.Team.Key(a.ctx, id); err != nil {
		_ = s.Close()
	}
	return s, k, err
}

// printKey prints a key as it is now, as JSON.
func printKey(a *app, s *store.Store, id string) error {
	k, err := s.Team.Key(a.ctx, id)
	if err != nil {
		return err
	}
	return printJSON(a.stdout, describeKey(k))
}
