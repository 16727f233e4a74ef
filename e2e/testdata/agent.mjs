// A client of the tool server on one of the packages of npm, for TestToolsWithStrangers. It reads calls as lines of
// JSON, {"tool", "arguments"}, and writes what came of each: {"result"} or {"error"}, and whether it was asked.
//   agent.mjs PACKAGE TRANSPORT MODE URL [PROGRAM]
// PACKAGE: sdk or client. TRANSPORT: http or stdio, which starts PROGRAM. MODE: legacy (the newest version that begins with
// an initialization), a version of those, auto (the newest of all), or asks, which is auto with a person who agrees to
// everything. LITMUS_KEY holds the key.
import { createInterface } from 'node:readline';

const [name, transport, mode, url, program] = process.argv.slice(1);
const key = process.env.LITMUS_KEY;
const asks = mode === 'asks';
let asked = false;

const packages = {
  sdk: async () => {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    return { client: new Client({ name: 'stranger', version: '1' }), StreamableHTTPClientTransport, StdioClientTransport };
  },
  client: async () => {
    const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    const client = new Client({ name: 'stranger', version: '1' }, {
      capabilities: asks ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: mode === 'auto' || asks ? 'auto' : 'legacy' },
      ...(mode.startsWith('20') ? { supportedProtocolVersions: [mode] } : {}),
    });
    if (asks) {
      client.setRequestHandler('elicitation/create', async () => {
        asked = true;
        return { action: 'accept', content: {} };
      });
    }
    return { client, StreamableHTTPClientTransport, StdioClientTransport };
  },
};

const { client, StreamableHTTPClientTransport, StdioClientTransport } = await packages[name]();
await client.connect(transport === 'stdio'
  ? new StdioClientTransport({ command: program, args: ['mcp', '--url', url], env: process.env })
  : new StreamableHTTPClientTransport(new URL(url + '/mcp'), { requestInit: { headers: { Authorization: 'Bearer ' + key } } }));
await client.listTools(); // with the types of the answers, which it checks from here on
const version = client.getNegotiatedProtocolVersion?.() ?? client.transport?.protocolVersion ?? '';
process.stdout.write(JSON.stringify({ version }) + '\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { tool, arguments: given } = JSON.parse(line);
  asked = false;
  let out;
  try {
    out = { result: await client.callTool({ name: tool, arguments: given }), asked };
  } catch (e) {
    out = { error: String(e) };
  }
  process.stdout.write(JSON.stringify(out) + '\n');
}
await client.close();
