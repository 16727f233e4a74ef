package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"litmus/models"
	"litmus/models/access"
	"litmus/store"
)

type signinCommand struct {
	Org   string `help:"Slug of the organization." required:""`
	Email string `help:"Address of the member." required:""`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// printedSignIn is what `litmus signin --json` prints.
type printedSignIn struct {
	SignInURL string `json:"signin_url"`
	Email     string `json:"email"`
	ExpiresAt string `json:"expires_at"`
}

// Run makes a link that signs a member in to the dashboard, and prints it, and nothing else, on standard output (D5).
// It makes none if it does not know the base URL that the link begins with.
func (cmd *signinCommand) Run(a *app) error {
	email, err := models.ParseEmail("--email", cmd.Email)
	if err != nil {
		return usageError{err}
	}
	s, c, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := c.needsOrigin(); err != nil {
		return err
	}
	org, err := s.Team.Organization(a.ctx, cmd.Org)
	if err != nil {
		return err
	}
	expires := s.Now().Add(access.SignInTTL)
	path, err := s.Team.SignInLink(a.ctx, org.ID, email)
	if err != nil {
		return err
	}
	out := printedSignIn{SignInURL: c.BaseURL + path, Email: email, ExpiresAt: models.FormatInstant(expires)}
	if cmd.JSON {
		return json.NewEncoder(a.stdout).Encode(out)
	}
	fmt.Fprintf(a.stderr, "a link that signs %s in, shown this once: it can be used once, until %s; older links are "+
		"dead\n", email, out.ExpiresAt)
	_, err = fmt.Fprintln(a.stdout, out.SignInURL)
	return err
}

// signInURL makes a link that signs in the first admin of the first of the organizations, "" if there is none. Without
// organizations it leads to the page on which the first admin makes one.
func signInURL(ctx context.Context, s *store.Store, baseURL string, organizations []organizationKey) (string, error) {
	if len(organizations) == 0 {
		return baseURL + access.PathToWelcome(s.Secret(), s.Now().Add(access.SignInTTL)), nil
	}
	org, err := s.Team.Organization(ctx, organizations[0].Slug)
	if err != nil {
		return "", err
	}
	members, err := s.Team.Members(ctx, org.ID)
	if err != nil {
		return "", err
	}
	n := slices.IndexFunc(members, func(m models.Member) bool { return m.Role == models.Admin })
	if n < 0 {
		return "", nil
	}
	path, err := s.Team.SignInLink(ctx, org.ID, members[n].Email)
	return baseURL + path, err
}
