package standalone

import (
	"time"

	"go.temporal.io/server/common/cluster"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/persistence/sql/sqlplugin/postgresql"
)

const (
	clusterName = "active" // the only cluster; its name is stored in the file
	loopback    = "127.0.0.1"

	// startTimeout is how long the services may take to start. The server's default of 15 s is too short on a busy
	// machine.
	startTimeout = 2 * time.Minute

	// postgresShards are how many histories are written side by side on PostgreSQL. A database keeps its number.
	postgresShards = 4
)

// Config configures one process with all services. Each has its own port and, except for the frontend, listens on
// loopback.
func Config(p Ports, s Stores) *config.Config {
	shards := int32(1) // there is only one writer; the number cannot be changed for a store
	if s[executions].SQL != nil && s[executions].SQL.PluginName == postgresql.PluginNamePGX {
		shards = postgresShards
	}
	c := &config.Config{
		Global: config.Global{Membership: config.Membership{
			BroadcastAddress: loopback,
			// There are no other members, but the server derives from this how long its services may take to start.
			MaxJoinDuration: startTimeout / 2,
		}},
		Persistence: config.Persistence{
			DefaultStore:     executions,
			VisibilityStore:  visibility,
			NumHistoryShards: shards,
			DataStores:       s,
		},
		ClusterMetadata: &cluster.Config{
			FailoverVersionIncrement: 10,
			MasterClusterName:        clusterName,
			CurrentClusterName:       clusterName,
			ClusterInformation: map[string]cluster.ClusterInformation{
				clusterName: {Enabled: true, InitialFailoverVersion: 1, RPCAddress: p.Client()},
			},
		},
		DCRedirectionPolicy: config.DCRedirectionPolicy{Policy: "noop"},
		PublicClient:        config.PublicClient{HostPort: p.Client()},
		Services:            map[string]config.Service{},
	}
	c.Archival.History.State = config.ArchivalDisabled
	c.Archival.Visibility.State = config.ArchivalDisabled
	c.NamespaceDefaults.Archival.History.State = config.ArchivalDisabled
	c.NamespaceDefaults.Archival.Visibility.State = config.ArchivalDisabled
	for name, a := range p {
		c.Services[string(name)] = config.Service{RPC: config.RPC{GRPCPort: a.Port, BindOnIP: a.IP.String()}}
	}
	return c
}
