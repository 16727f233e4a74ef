package team

import "strings"

// agentSetup is how one kind of client is told about the tool server (T1): a file of its settings, or a command.
type agentSetup struct {
	For   string // which clients
	Where string // the file, or where the command is typed
	Text  string
}

// agentSetups are the clients that most people have. docs/integrators.md shows the same, which a test compares.
var agentSetups = []agentSetup{
	{"Claude Code", "in a terminal",
		`claude mcp add --transport http litmus $BASE/mcp --header "Authorization: Bearer $SECRET"`},
	{"Cursor, and other clients that take an address", "mcp.json", `{
  "mcpServers": {
    "litmus": {
      "url": "$BASE/mcp",
      "headers": {"Authorization": "Bearer $SECRET"}
    }
  }
}`},
	{"VS Code", ".vscode/mcp.json", `{
  "servers": {
    "litmus": {
      "type": "http",
      "url": "$BASE/mcp",
      "headers": {"Authorization": "Bearer $SECRET"}
    }
  }
}`},
	{"Claude Desktop, and other clients that start a program", "claude_desktop_config.json", `{
  "mcpServers": {
    "litmus": {
      "command": "litmus",
      "args": ["mcp", "--url", "$BASE"],
      "env": {"LITMUS_KEY": "$SECRET"}
    }
  }
}`},
}

// toolsPath is where package api serves the tools.
const toolsPath = "/mcp"

// hiddenKey stands where a key belongs that cannot be shown again.
const hiddenKey = "litmus_sk_…"

// agentSetupsFor fills in the service's origin and a key.
func agentSetupsFor(baseURL, key string) []agentSetup {
	fill := strings.NewReplacer("$BASE", baseURL, "$SECRET", key)
	out := make([]agentSetup, len(agentSetups))
	for n, s := range agentSetups {
		out[n] = agentSetup{s.For, s.Where, fill.Replace(s.Text)}
	}
	return out
}
