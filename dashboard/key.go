package dashboard

import (
	"strings"
	"time"

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
	History  []changeLine
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
func key(v *visit) (answer, error) {
	k, err := v.Store.Team.KeyOf(v.Context(), v.org.ID, v.id())
	if err != nil {
		return answer{}, err
	}
	return keyPage(v, k, newScopesForm(fullAccess(k.Scopes) || k.Scopes == nil, k.Scopes))
}

// keyPage is the page of a key, with a form that has these scopes chosen.
func keyPage(v *visit, k access.Key, form scopesForm) (answer, error) {
	calls, err := keyCalls(v, k)
	if err != nil {
		return answer{}, err
	}
	changes, _, err := v.Store.Audit.History(v.Context(), v.org.ID, models.SubjectKey, k.ID, nil, mostKeyChanges)
	if err != nil {
		return answer{}, err
	}
	body := keyBody{Key: newKeyLine(k), Scopes: form, Shown: shownScopes(k.Scopes), ToScopes: keyPath(k.ID) + "/scopes",
		ToRevoke: keyPath(k.ID) + "/revoke", Calls: calls, Tools: v.BaseURL + toolsPath,
		Agents: agentSetupsFor(v.BaseURL, hiddenKey), History: v.changeLines(changes)}
	return v.show("key", k.Name, body).under(keysPath, "API keys"), nil
}

func keyCalls(v *visit, k access.Key) (callsBody, error) {
	body := callsBody{Since: v.Store.Now().Add(-lastDay), Audit: auditPath + "?key=" + k.ID}
	calls, all, err := v.Store.Audit.KeyCalls(v.Context(), v.org.ID, k.ID, body.Since)
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
func setKeyScopes(v *visit) (answer, error) {
	full, wanted := chosenScopes(v)
	k, err := v.Acts.EditScopes(v.Context(), v.by(), v.id(), readShownScopes(v.form.Get("shown")), wanted)
	if err == nil {
		return redirectNote(keyPath(k.ID), "The scopes of the key "+models.Quote(k.Name)+" are saved. They count "+
			"from its next request on."), nil
	}
	k, missing := v.Store.Team.KeyOf(v.Context(), v.org.ID, v.id())
	if missing != nil {
		return answer{}, missing
	}
	page, failed := keyPage(v, k, newScopesForm(full, wanted))
	if failed != nil {
		return answer{}, failed
	}
	return page.refusing(err)
}

// revokeKeyBody asks whether a key is to be revoked, and shows who would notice.
type revokeKeyBody struct {
	Key      keyLine
	To, Back string
	Calls    callsBody
}

// askRevokeKey shows what was called with a key in the last day, before it is revoked (D21).
func askRevokeKey(v *visit) (answer, error) {
	k, err := v.Store.Team.KeyOf(v.Context(), v.org.ID, v.id())
	if err != nil {
		return answer{}, err
	}
	if k.RevokedAt != nil {
		return redirect(keyPath(k.ID)), nil
	}
	calls, err := keyCalls(v, k)
	if err != nil {
		return answer{}, err
	}
	body := revokeKeyBody{Key: newKeyLine(k), To: keyPath(k.ID) + "/revoke", Back: keyPath(k.ID), Calls: calls}
	return v.show("revoke-key", "Revoke the key "+models.Quote(k.Name)+"?", body).under(keyPath(k.ID), k.Name), nil
}

// revokeKey revokes a key from the next request on. A key that is revoked already stays so (§5 rule 4).
func revokeKey(v *visit) (answer, error) {
	if err := v.Acts.RevokeKey(v.Context(), v.by(), v.id()); err != nil {
		return answer{}, err
	}
	return redirectNote(keyPath(v.id()), "The key is revoked. Requests with it are refused from now on."), nil
}
