package cli

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/keyring"
	"litmus/scheduling"
	"litmus/store"
)

const defaultData = "litmus-data"

// defaultFolder is where `litmus up` keeps its data unless --data says otherwise.
const defaultFolder = "./" + defaultData

// dataFlag is the flag of every command that uses the database and is not a service.
type dataFlag struct {
	Data string `help:"Folder of litmus up: ${data} when LITMUS_DATABASE_URL is not set either." placeholder:"DIR"`
}

// folder is where `litmus up` keeps its data: databases, secret, its own keys and the inbox.
type folder string

func (f folder) file(name string) string { return filepath.Join(string(f), name) }
func (f folder) database() string        { return "sqlite:" + f.file("litmus.db") }

// claim creates the folder and locks it for this process, because two Temporal servers must not use the same file.
func (f folder) claim() (release func(), err error) {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(f.file("lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockFile(lock); err != nil {
		lock.Close()
		return nil, fmt.Errorf("%s is in use by another litmus up; stop it, or give this one its own --data", string(f))
	}
	return func() { lock.Close() }, nil
}

// secret reads the folder's secret. With create it makes one if there is none, unless the folder already has a
// database: links and credentials in it were made with a secret that is lost.
func (f folder) secret(create bool) (string, error) {
	b, err := os.ReadFile(f.file("secret"))
	if s := strings.TrimSpace(string(b)); err == nil && len(s) < 32 {
		return "", fmt.Errorf("%s holds less than 32 bytes; restore it, since links in letters were signed with it",
			f.file("secret"))
	} else if err == nil {
		return s, nil
	}
	if !errors.Is(err, fs.ErrNotExist) || !create {
		return "", err
	}
	if _, err := os.Stat(f.file("litmus.db")); err == nil {
		return "", fmt.Errorf("%s is missing: links in letters were signed with it, and credentials sealed; restore "+
			"it, or give the secret in LITMUS_SECRET, or remove the folder to start afresh", f.file("secret"))
	}
	raw := make([]byte, 48)
	rand.Read(raw)
	s := base64.RawURLEncoding.EncodeToString(raw)
	return s, f.write("secret", []byte(s+"\n"))
}

// noteOrigin stores the public origin of the service, for commands that print links.
func (f folder) noteOrigin(origin string) error { return f.write("origin", []byte(origin+"\n")) }

// origin returns the public origin of the service that uses or last used the folder, "" if none did.
func (f folder) origin() string {
	b, err := os.ReadFile(f.file("origin"))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

// complete fills in what the configuration lacks from the folder, and stores the origin. local is the listener's
// origin.
func (f folder) complete(c *config, local string) (err error) {
	if c.BaseURL == "" {
		c.BaseURL = local
	}
	if c.DatabaseURL == "" {
		c.DatabaseURL = f.database()
	}
	if c.Secret == "" {
		if c.Secret, err = f.secret(true); err != nil {
			return err
		}
	}
	if c.FilesAt == "" {
		if c.FilesAt, err = filepath.Abs(f.file("files")); err != nil {
			return err
		}
		c.filesBeside = c.DatabaseURL == f.database()
	}
	if err := c.checkSecret(); err != nil {
		return err
	}
	return f.noteOrigin(c.BaseURL)
}

// write replaces a file atomically; only its owner can read it.
func (f folder) write(name string, content []byte) error {
	temporary, err := os.OpenFile(f.file(name+".new"), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = temporary.Write(content)
	if err := errors.Join(err, temporary.Sync(), temporary.Close()); err != nil {
		return err
	}
	return os.Rename(f.file(name+".new"), f.file(name))
}

// organizationKey is an organization with a full-access key that `litmus up` made for itself.
type organizationKey struct {
	Slug string `json:"slug"`
	Key  string `json:"key"`
}

// keys returns a full-access key for every organization, also for those that are not approved: the one in the folder if
// it is valid, else a new one.
func (f folder) keys(ctx context.Context, s *store.Store) ([]organizationKey, error) {
	kept := map[string]string{} // by organization id
	if b, err := os.ReadFile(f.file("keys.json")); err == nil {
		if err := json.Unmarshal(b, &kept); err != nil {
			return nil, fmt.Errorf("read %s: %w", f.file("keys.json"), err)
		}
	}
	orgs, err := s.Team.Organizations(ctx)
	if err != nil {
		return nil, err
	}
	out := []organizationKey{} // JSON: a list, never null
	for _, o := range orgs {
		stored, err := s.Team.Keys(ctx, o.ID)
		if err != nil {
			return nil, err
		}
		if !usable(stored, kept[o.ID]) {
			if kept[o.ID], _, err = s.Team.CreateKey(ctx, act.By{}, o.ID, "litmus up", access.Scopes); err != nil {
				return nil, err
			}
		}
		out = append(out, organizationKey{o.Slug, kept[o.ID]})
	}
	b, err := json.MarshalIndent(kept, "", "  ")
	if err != nil {
		return nil, err
	}
	return out, f.write("keys.json", append(b, '\n'))
}

// usable reports whether the secret is one of the keys, not revoked, with every scope.
func usable(keys []access.Key, secret string) bool {
	for _, k := range keys {
		if secret != "" && k.Hash == access.HashKey(secret) && k.RevokedAt == nil {
			for _, scope := range access.Scopes {
				if !k.Allows(scope) {
					return false
				}
			}
			return true
		}
	}
	return false
}

// open opens the configured database; with existing it does not create it.
func (c config) open(a *app, existing bool) (*store.Store, error) {
	return store.Open(a.ctx, c.DatabaseURL, store.Options{
		Secret:   keyring.Rotated(c.Secret, c.SecretOld),
		Policy:   c.policy(),
		Limits:   c.Limits,
		Now:      a.now,
		Existing: existing,
		// A command beside `litmus up --test-clock` has the time of the organizations there.
		TestClock: existing || a.testClock,
	})
}

// database is the store of a command that is not a service.
type database struct {
	*store.Store
	lent bool // by [Program.Store], whose owner closes it
}

// acts carries out the acts of an operator. The relay of a running worker wakes the workflows.
func (d database) acts() *scheduling.Service {
	return scheduling.New(d.Store, nil, slog.New(slog.DiscardHandler))
}

// operatorOf says that an operator acts on what the reference names.
func operatorOf(ref models.Ref) scheduling.By {
	return scheduling.By{Org: models.Organization{ID: ref.OrgID}, By: byOperator}
}

// Close closes the store, unless it was lent.
func (d database) Close() error {
	if d.lent {
		return nil
	}
	return d.Store.Close()
}

// database returns the store that was lent, else it opens the configured database.
func (c config) database(a *app) (database, error) {
	if a.store != nil {
		return database{a.store, true}, nil
	}
	s, err := c.open(a, true)
	return database{s, false}, err
}

// errNoDatabase is the usage error of a command that finds no database.
var errNoDatabase = usagef("no database: set LITMUS_DATABASE_URL, or run where `litmus up` keeps %s, or name its "+
	"folder with --data", defaultData)

// completeFrom fills in what the configuration of a command that is not a service lacks from the folder of `litmus up`:
// the one that --data names, else [defaultData], whose secret belongs to its database. The base URL is that of the
// folder's service, but not for another database. The error is [errNoDatabase] if there is none.
func (c *config) completeFrom(data string) (err error) {
	f := folder(cmp.Or(data, defaultData))
	if c.BaseURL == "" && (data != "" || c.DatabaseURL == "") {
		c.BaseURL = f.origin()
	}
	ofFolder := c.DatabaseURL == ""
	if ofFolder {
		switch _, err := os.Stat(f.file("litmus.db")); {
		case err != nil && data != "":
			return usagef("%s holds no litmus.db; --data names the folder of `litmus up`", data)
		case err != nil:
			return errNoDatabase
		}
		c.DatabaseURL = f.database()
	}
	if c.Secret == "" && (ofFolder || data != "") {
		c.Secret, err = f.secret(false)
	}
	if !ofFolder && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// byOperator says that an operator makes the changes of a command that is not a service (D4).
var byOperator = act.By{Actor: models.Actor{Kind: models.ActorOperator}}

// openStore opens the database of a command that is not a service: the configured one, else the folder's, see
// [config.completeFrom].
func openStore(a *app, data string) (database, config, error) {
	none := database{}
	c, err := loadConfig(a.getenv)
	if err != nil {
		return none, c, err
	}
	if err := c.completeFrom(data); err != nil {
		return none, c, err
	}
	s, err := c.database(a)
	if errors.Is(err, store.ErrNoDatabase) {
		return none, c, usagef("LITMUS_DATABASE_URL names %s, and %v; `litmus migrate` makes it", c.DatabaseURL, err)
	}
	if err != nil {
		return none, c, err
	}
	err = s.Ping(a.ctx)
	if err == nil {
		_, err = s.Clocks(a.ctx)
	}
	if err != nil {
		s.Close()
		return none, c, err
	}
	return s, c, nil
}

// openOrganization opens the database as openStore does, and reads the organization with the slug. The caller closes
// the store.
func openOrganization(a *app, data, slug string) (database, models.Organization, error) {
	s, _, err := openStore(a, data)
	if err != nil {
		return database{}, models.Organization{}, err
	}
	org, err := s.Team.Organization(a.ctx, slug)
	if err != nil {
		s.Close()
		return database{}, models.Organization{}, err
	}
	return s, org, nil
}
