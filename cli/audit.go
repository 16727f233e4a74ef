package cli

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/activities"
	"litmus/models"
	"litmus/store"
	"litmus/store/audit"
	"litmus/turnstile"
)

type auditCommands struct {
	List  auditCommand      `cmd:"" default:"withargs" help:"List requests. This is the default of \"litmus audit\"."`
	Prune auditPruneCommand `cmd:"" help:"Delete the requests older than LITMUS_AUDIT_DAYS, of every organization."`
}

type auditCommand struct {
	Key     string `help:"Id of a key: the requests made with it."`
	Org     string `help:"Slug of an organization: the requests made with any of its keys."`
	Failed  bool   `help:"List requests without valid credentials: one line for each address and minute."`
	Address string `help:"With --failed: only those from this IP address."`
	Since   string `help:"Only from this instant on (RFC 3339, or a date)."`
	Until   string `help:"Only before this instant."`
	Limit   int    `help:"At most that many, the newest ones." default:"100"`
	timesFlag
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// auditedRequest is a request as `litmus audit --json` prints it (§5 rule 6).
type auditedRequest struct {
	At          string   `json:"at"`
	KeyID       *string  `json:"key_id"` // null: failed authentication
	Method      string   `json:"method"`
	Route       string   `json:"route"` // the pattern, such as /api/v1/interviews/{id}
	Status      int      `json:"status"`
	DurationMS  float64  `json:"duration_ms"`
	ResourceIDs []string `json:"resource_ids"`
	RequestID   string   `json:"request_id"`
	Count       int      `json:"count"`             // of requests; the other fields are the first one's
	Address     string   `json:"address,omitempty"` // pseudonym of the network, for failed authentications
}

// Run prints the audited requests of a key, of an organization, or without valid credentials, newest first.
func (cmd *auditCommand) Run(a *app) error {
	if cmd.Failed == (cmd.Key != "" || cmd.Org != "") {
		return usagef("say whose requests: --key ID, --org SLUG, or --failed")
	}
	if cmd.Address != "" && !cmd.Failed {
		return usagef("--address goes with --failed: a key's requests have no address")
	}
	f := audit.Filter{KeyID: cmd.Key, Limit: cmd.Limit}
	if cmd.Limit < 1 {
		return usagef("--limit %d must be at least 1", cmd.Limit)
	}
	for _, bound := range []struct {
		flag, text string
		to         *time.Time
	}{{"--since", cmd.Since, &f.Since}, {"--until", cmd.Until, &f.Until}} {
		if bound.text == "" {
			continue
		}
		at, err := models.ParseBound(bound.flag, bound.text)
		if err != nil {
			return usageError{err}
		}
		*bound.to = at
	}
	s, c, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	if f.OrgID, err = cmd.organization(a, s.Store); err != nil {
		return err
	}
	if cmd.Address != "" {
		if err := c.require("LITMUS_SECRET"); err != nil { // stored addresses are pseudonyms made with it
			return err
		}
		address, err := netip.ParseAddr(cmd.Address)
		if err != nil {
			return usagef("--address %s is no IP address", models.Quote(cmd.Address))
		}
		f.Address = s.Audit.AddressName(turnstile.ClientNetwork(address.Unmap().WithZone("")))
	}
	entries, err := s.Audit.Entries(a.ctx, f)
	if err != nil {
		return err
	}
	out := make([]auditedRequest, len(entries))
	for i, e := range entries {
		out[i] = auditedRequest{
			At:          models.FormatInstant(e.At),
			Method:      e.Method,
			Route:       e.Route,
			Status:      e.Status,
			DurationMS:  float64(e.Duration.Microseconds()) / 1000,
			ResourceIDs: e.ResourceIDs,
			RequestID:   e.RequestID,
			Count:       e.Count,
			Address:     e.Address,
		}
		if e.KeyID != "" {
			out[i].KeyID = &e.KeyID
		}
	}
	if cmd.JSON {
		return json.NewEncoder(a.stdout).Encode(out)
	}
	zone := "UTC" // of requests that name no organization
	if f.OrgID != "" {
		org, err := s.Team.OrganizationOf(a.ctx, f.OrgID)
		if err != nil {
			return err
		}
		zone = org.TimeZone
	}
	w, face := columns(a.stdout), cmd.clockface(zone)
	fmt.Fprintln(w, "AT\tKEY\tMETHOD\tROUTE\tSTATUS\tMS\tRESOURCES\tREQUEST\tCOUNT\tADDRESS")
	for _, r := range out {
		resources := strings.Join(r.ResourceIDs, " ")
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%d\t%s\n",
			face.second(&r.At, "-"), textOr(r.KeyID, "-"), r.Method, r.Route, r.Status, strconv.FormatFloat(r.DurationMS, 'f', 1, 64),
			textOr(&resources, "-"), r.RequestID, r.Count, textOr(&r.Address, "-"))
	}
	return w.Flush()
}

// organization returns the id of the organization whose requests are listed, "" for failed authentications. A key
// belongs to one organization.
func (cmd *auditCommand) organization(a *app, s *store.Store) (string, error) {
	if cmd.Failed {
		return "", nil
	}
	id := ""
	if cmd.Org != "" {
		org, err := s.Team.Organization(a.ctx, cmd.Org)
		if err != nil {
			return "", err
		}
		id = org.ID
	}
	if cmd.Key == "" {
		return id, nil
	}
	key, err := s.Team.Key(a.ctx, cmd.Key)
	if err == nil && id != "" && key.OrgID != id {
		err = models.NotFoundf("key %s is not one of organization %s", cmd.Key, cmd.Org)
	}
	return key.OrgID, err
}

type auditPruneCommand struct {
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// Run deletes old requests and prints how many.
func (cmd *auditPruneCommand) Run(a *app) error {
	s, c, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	audit := slices.DeleteFunc(models.Retentions(c.AuditDays),
		func(r models.Retention) bool { return r.What != models.KeptAudit })
	deleted := int64(0)
	did := func(_ string, rows int64) { deleted += rows }
	if err := activities.KeepOnce(a.ctx, s.Store, audit, 0, did); err != nil {
		return err
	}
	if cmd.JSON {
		return printJSON(a.stdout, map[string]int64{"deleted": deleted})
	}
	_, err = fmt.Fprintf(a.stdout, "%d deleted\n", deleted)
	return err
}
