package team

import (
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/store/audit"
)

// lastDay is the time for which a key's page counts what was called with it.
const lastDay = 24 * time.Hour

// mostKeyChanges is how many changes of a key its page shows.
const mostKeyChanges = 50

// keyBody is the page of a key.
type keyBody struct {
	Key      keyLine
	Scopes   scopesForm
	Shown    string // the scopes that the form shows
	ToScopes string
	ToRevoke string
	Calls    callsBody
	Tools    string // address of the tool server
	Agents   []agentSetup
	History  []site.ChangeLine
}

// callsBody is what was called with a key lately.
type callsBody struct {
	Since time.Time
	Calls []callLine
	Total int
	All   bool   // false: there were more
	Audit string // path of all requests of the key
}

// callLine says how often an endpoint was called with one outcome.
type callLine struct {
	audit.KeyCall
	Failed bool
}

// key shows a key, what it may do, what was called with it in the last day, and its history (D21).
func key(v *site.Visit) (site.Answer, error) {
	k, err := v.Store.Team.KeyOf(v.Context(), v.Org.ID, v.ID())
	if err != nil {
		return site.Answer{}, err
	}
	return keyPage(v, k, newScopesForm(fullAccess(k.Scopes) || k.Scopes == nil, k.Scopes))
}

// keyPage is the page of a key, with a form that has these scopes chosen.
func keyPage(v *site.Visit, k access.Key, form scopesForm) (site.Answer, error) {
	calls, err := keyCalls(v, k)
	if err != nil {
		return site.Answer{}, err
	}
	changes, _, err := v.Store.Audit.History(v.Context(), v.Org.ID, models.SubjectKey, k.ID, nil, mostKeyChanges)
	if err != nil {
		return site.Answer{}, err
	}
	body := keyBody{Key: newKeyLine(k), Scopes: form, Shown: shownScopes(k.Scopes),
		ToScopes: site.KeyPath(k.ID) + "/scopes",
		ToRevoke: site.KeyPath(k.ID) + "/revoke", Calls: calls, Tools: v.BaseURL + toolsPath,
		Agents: agentSetupsFor(v.BaseURL, hiddenKey), History: v.ChangeLines(changes)}
	return v.Show("key", k.Name, body).Under(site.KeysPath, "API keys"), nil
}

func keyCalls(v *site.Visit, k access.Key) (callsBody, error) {
	body := callsBody{Since: v.Store.Now().Add(-lastDay), Audit: site.AuditPath + "?key=" + k.ID}
	calls, all, err := v.Store.Audit.KeyCalls(v.Context(), v.Org.ID, k.ID, body.Since)
	if err != nil {
		return body, err
	}
	body.All = all
	for _, c := range calls {
		body.Total += c.Count
		body.Calls = append(body.Calls, callLine{c, c.Status >= 400})
	}
	return body, nil
}

// The field "shown" of a form has the scopes that it showed: a list, or this for a key without limits.
const shownUnrestricted = "unrestricted"

func shownScopes(scopes []string) string {
	if scopes == nil {
		return shownUnrestricted
	}
	return strings.Join(scopes, " ")
}

func readShownScopes(text string) []string {
	if text == shownUnrestricted {
		return nil
	}
	return strings.Fields(text)
}

// setKeyScopes edits the scopes of a key (§5 rule 4).
func setKeyScopes(v *site.Visit) (site.Answer, error) {
	full, wanted := chosenScopes(v)
	k, err := v.Acts.Team.EditScopes(v.Context(), v.By(), v.ID(), readShownScopes(v.Form.Get("shown")), wanted)
	if err == nil {
		return site.RedirectNote(site.KeyPath(k.ID),
			"The scopes of the key "+models.Quote(k.Name)+" are saved. They count "+
				"from its next request on."), nil
	}
	k, missing := v.Store.Team.KeyOf(v.Context(), v.Org.ID, v.ID())
	if missing != nil {
		return site.Answer{}, missing
	}
	page, failed := keyPage(v, k, newScopesForm(full, wanted))
	if failed != nil {
		return site.Answer{}, failed
	}
	return page.Refusing(err)
}

// revokeKeyBody asks whether a key is to be revoked, and shows who would notice.
type revokeKeyBody struct {
	Key      keyLine
	To, Back string
	Calls    callsBody
}

// askRevokeKey shows what was called with a key in the last day, before it is revoked (D21).
func askRevokeKey(v *site.Visit) (site.Answer, error) {
	k, err := v.Store.Team.KeyOf(v.Context(), v.Org.ID, v.ID())
	if err != nil {
		return site.Answer{}, err
	}
	if k.RevokedAt != nil {
		return site.Redirect(site.KeyPath(k.ID)), nil
	}
	calls, err := keyCalls(v, k)
	if err != nil {
		return site.Answer{}, err
	}
	body := revokeKeyBody{Key: newKeyLine(k), To: site.KeyPath(k.ID) + "/revoke", Back: site.KeyPath(k.ID),
		Calls: calls}
	return v.Show("revoke-key", "Revoke the key "+models.Quote(k.Name)+"?", body).Under(site.KeyPath(k.ID), k.Name), nil
}

// revokeKey revokes a key from the next request on. A key that is revoked already stays so (§5 rule 4).
func revokeKey(v *site.Visit) (site.Answer, error) {
	if err := v.Acts.Team.RevokeKey(v.Context(), v.By(), v.ID()); err != nil {
		return site.Answer{}, err
	}
	return site.RedirectNote(site.KeyPath(v.ID()), "The key is revoked. Requests with it are refused from now on."), nil
}
