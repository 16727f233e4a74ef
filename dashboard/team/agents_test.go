package team

import (
	"encoding/json"
	"go/format"
	"os"
	"strings"
	"testing"

	"litmus/models/access"
)

// TestAgentSetups proves that the setup of each client is one that it can read, and that docs/integrators.md shows the
// same (D21, T1).
func TestAgentSetups(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/integrators.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, setup := range agentSetupsFor("https://hire.example.com", hiddenKey) {
		if !strings.Contains(string(page), setup.For+" (") || !strings.Contains(string(page), "\n"+setup.Text+"\n```\n") {
			t.Errorf("docs/integrators.md lacks the setup of %s:\n%s", setup.For, setup.Text)
		}
		if strings.HasSuffix(setup.Where, ".json") && !json.Valid([]byte(setup.Text)) {
			t.Errorf("the setup of %s is no JSON:\n%s", setup.For, setup.Text)
		}
		if !strings.Contains(setup.Text, "https://hire.example.com") || !strings.Contains(setup.Text, hiddenKey) ||
			strings.Contains(setup.Text, "$") {
			t.Errorf("the setup of %s lacks the address or the key:\n%s", setup.For, setup.Text)
		}
	}
}

// TestGoProgram proves that the program on a new key's page is whole, and asks for a list that the key may read (D21).
func TestGoProgram(t *testing.T) {
	t.Parallel()
	for scope, asks := range map[string]string{access.RolesRead: "c.Roles(", access.InterviewsRead: "c.Interviews(",
		access.InvitesWrite: "c.Roles("} { // of which the answer is 403, as of the call with curl
		program := goProgram("https://hire.marlowe.example", "litmus_sk_x", access.Key{Scopes: []string{scope}})
		formatted, err := format.Source([]byte(program))
		if err != nil || string(formatted) != program {
			t.Errorf("with %s it is no Go program as gofmt writes it (%v):\n%s", scope, err, program)
		}
		for _, want := range []string{"package main\n", asks,
			`client.New("https://hire.marlowe.example", "litmus_sk_x")`} {
			if !strings.Contains(program, want) {
				t.Errorf("with %s it lacks %s:\n%s", scope, want, program)
			}
		}
	}
}
