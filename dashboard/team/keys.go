package team

import (
	"crypto/rand"
	"slices"
	"strings"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
)

// newKeyPath is the form that makes a key (§5 rule 2).
const newKeyPath = site.KeysPath + "/new"

// keyLine is a key in the list.
type keyLine struct {
	access.Key
	Path, Words string // Words are its scopes
}

func newKeyLine(k access.Key) keyLine { return keyLine{k, site.KeyPath(k.ID), scopesInWords(k.Scopes)} }

// Legacy reports whether the key is from before there were scopes and may do everything.
func (k keyLine) Legacy() bool { return k.Scopes == nil }

// keysBody are the keys of an organization, those that are valid first, newest first.
type keysBody struct {
	New            string // path of the form
	Valid, Revoked []keyLine
}

// keys lists the keys of the organization (D21).
func keys(v *site.Visit) (site.Answer, error) {
	all, err := v.Store.Team.Keys(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	slices.Reverse(all)
	body := keysBody{New: newKeyPath}
	for _, k := range all {
		if k.RevokedAt == nil {
			body.Valid = append(body.Valid, newKeyLine(k))
		} else {
			body.Revoked = append(body.Revoked, newKeyLine(k))
		}
	}
	return v.Show("keys", "API keys", body).
		Lead("An integration calls the REST interface with a key. It acts for " + v.Org.Name + " alone, and may do " +
			"what its scopes allow."), nil
}

// newKeyBody is the form for a new key.
type newKeyBody struct {
	To, Back string
	Form     string // its id: a form makes one key
	Name     string
	Scopes   scopesForm
}

// newKey shows the form for a new key (D21).
func newKey(v *site.Visit) (site.Answer, error) {
	form, err := models.NewFormID(rand.Reader)
	if err != nil {
		return site.Answer{}, err
	}
	return newKeyForm(v, newKeyBody{Form: form, Scopes: newScopesForm(false, nil)}), nil
}

func newKeyForm(v *site.Visit, body newKeyBody) site.Answer {
	body.To, body.Back = site.KeysPath, site.KeysPath
	return v.Show("new-key", "New API key", body).Under(site.KeysPath, "API keys")
}

// shownKeyBody is a new key, this once.
type shownKeyBody struct {
	Key    keyLine
	Secret string
	Curl   string
	Go     string
	Tools  string // address of the tool server
	Agents []agentSetup
	Reads  bool // the call in Curl is within the key's scopes
	Back   string
}

// createKey makes a key and shows it (§5 rule 2). It is no redirect, because the secret is not stored anywhere from
// where another page could read it: whoever could ask for it a second time could ask for it later, too.
func createKey(v *site.Visit) (site.Answer, error) {
	form, name := v.Field("form"), v.Field("name")
	full, scopes := chosenScopes(v)
	if scopes == nil {
		scopes = []string{} // nothing is ticked; nil would make a key without limits
	}
	secret, k, err := v.Acts.Team.CreateKeyOnce(v.Context(), v.By(), form, name, scopes)
	if err != nil {
		return newKeyForm(v, newKeyBody{Form: form, Name: name, Scopes: newScopesForm(full, scopes)}).Refusing(err)
	}
	if secret == "" {
		return site.RedirectNote(site.KeyPath(k.ID),
			"This form has made its key already. The key was shown then, and it "+
				"cannot be shown again: if nobody copied it, revoke this one and create another."), nil
	}
	body := shownKeyBody{Key: newKeyLine(k), Secret: secret, Go: goProgram(v.BaseURL, secret, k),
		Tools: v.BaseURL + toolsPath, Agents: agentSetupsFor(v.BaseURL, secret), Back: site.KeyPath(k.ID)}
	body.Curl, body.Reads = curlLine(v.BaseURL, secret, k)
	return v.Show("shown-key", "Copy the key now", body).Under(site.KeysPath, "API keys"), nil
}

// curlLine is a call with the key that works as it is, and changes nothing. If the key may read no list, it is the call
// whose refusal names the missing scope, and reads is false.
func curlLine(baseURL, secret string, k access.Key) (line string, reads bool) {
	path, reads := "/api/v1/roles", true
	switch {
	case k.Allows(access.RolesRead):
	case k.Allows(access.InterviewsRead):
		path = "/api/v1/interviews"
	default:
		reads = false
	}
	return `curl -H "Authorization: Bearer ` + secret + `" ` + baseURL + path, reads
}

// goFrame is a Go program that calls the service with a key, but for what it asks.
const goFrame = `package main

import (
	"context"
	"fmt"
	"log"

	"litmus/client" // go mod edit -require litmus@v0.0.0 -replace litmus=../litmus && go mod tidy
)

func main() {
	c, err := client.New("BASE", "KEY")
	if err != nil {
		log.Fatal(err)
	}
ASK}
`

// What the program asks: the list that curl reads, too.
const (
	goRoles = `	roles, err := c.Roles(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range roles {
		fmt.Println(r.ID, r.Title)
	}
`
	goInterviews = `	for i, err := range c.Interviews(context.Background(), client.Filter{}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(i.ID, i.Status)
	}
`
)

// goProgram is a Go program that makes the call of [curlLine] and prints the list.
func goProgram(baseURL, secret string, k access.Key) string {
	ask := goRoles
	if !k.Allows(access.RolesRead) && k.Allows(access.InterviewsRead) {
		ask = goInterviews
	}
	return strings.NewReplacer("BASE", baseURL, "KEY", secret, "ASK", ask).Replace(goFrame)
}
