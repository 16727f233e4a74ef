package standalone

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	persistencespb "go.temporal.io/server/api/persistence/v1"
	"go.temporal.io/server/common"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/metrics"
	"go.temporal.io/server/common/persistence"
	"go.temporal.io/server/common/persistence/serialization"
	temporalsql "go.temporal.io/server/common/persistence/sql"
	"go.temporal.io/server/common/persistence/sql/sqlplugin"
	"go.temporal.io/server/common/primitives"
	"go.temporal.io/server/common/resolver"
	"go.temporal.io/server/common/searchattribute/sadefs"
	"google.golang.org/protobuf/types/known/durationpb"
)

// retention is how long a finished workflow can be viewed. The record is in the database; this is only for people who
// want to look.
const retention = 7 * 24 * time.Hour

// EnsureNamespace makes the namespace with its search attributes, or adds those that an existing one lacks. It writes
// the row before the server starts, because a running server takes seconds to notice it.
func EnsureNamespace(ctx context.Context, s Stores, name string,
	attributes map[string]enumspb.IndexedValueType) error {
	db, err := temporalsql.NewSQLDB(sqlplugin.DbKindMain, s[executions].SQL, resolver.NewNoopResolver(),
		log.NewNoopLogger(), metrics.NoopMetricsHandler)
	if err != nil {
		return err
	}
	defer db.Close()
	codec := serialization.NewSerializer()
	rows, err := db.SelectFromNamespace(ctx, sqlplugin.NamespaceFilter{Name: &name})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		detail := newNamespace(name)
		if _, err := addAliases(detail, attributes); err != nil {
			return err
		}
		blob, err := codec.NamespaceDetailToBlob(detail)
		if err != nil {
			return err
		}
		_, err = db.InsertIntoNamespace(ctx, &sqlplugin.NamespaceRow{
			ID: primitives.MustParseUUID(detail.Info.Id), Name: name,
			Data: blob.Data, DataEncoding: blob.EncodingType.String(),
		})
		return err
	case err != nil:
		return fmt.Errorf("namespace %s: %w", name, err)
	}
	row := rows[0]
	detail, err := codec.NamespaceDetailFromBlob(persistence.NewDataBlob(row.Data, row.DataEncoding))
	if err != nil {
		return fmt.Errorf("namespace %s: %w", name, err)
	}
	added, err := addAliases(detail, attributes)
	if err != nil || !added {
		return err
	}
	blob, err := codec.NamespaceDetailToBlob(detail)
	if err != nil {
		return err
	}
	row.Data, row.DataEncoding = blob.Data, blob.EncodingType.String()
	_, err = db.UpdateNamespace(ctx, &row)
	return err
}

func newNamespace(name string) *persistencespb.NamespaceDetail {
	return &persistencespb.NamespaceDetail{
		Info: &persistencespb.NamespaceInfo{
			Id:    primitives.NewUUID().String(),
			Name:  name,
			State: enumspb.NAMESPACE_STATE_REGISTERED,
		},
		Config: &persistencespb.NamespaceConfig{
			Retention:               durationpb.New(retention),
			HistoryArchivalState:    enumspb.ARCHIVAL_STATE_DISABLED,
			VisibilityArchivalState: enumspb.ARCHIVAL_STATE_DISABLED,
		},
		ReplicationConfig: &persistencespb.NamespaceReplicationConfig{
			ActiveClusterName: clusterName,
			Clusters:          []string{clusterName},
		},
		FailoverVersion:             common.EmptyVersion,
		FailoverNotificationVersion: -1,
	}
}

// addAliases gives each attribute without a column the first free column of its type, in the order of their names, and
// reports whether there were any. On SQL stores, a custom search attribute is such an alias ("Text01" is
// "InterviewTitle").
func addAliases(n *persistencespb.NamespaceDetail, attributes map[string]enumspb.IndexedValueType) (bool, error) {
	aliases := maps.Clone(n.Config.CustomSearchAttributeAliases)
	if aliases == nil {
		aliases = map[string]string{}
	}
	columns := sadefs.GetDBIndexSearchAttributes(nil).CustomSearchAttributes
	names := slices.Collect(maps.Values(aliases))
	added := false
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		if slices.Contains(names, name) {
			continue
		}
		column := ""
		for _, c := range slices.Sorted(maps.Keys(columns)) {
			if _, taken := aliases[c]; columns[c] == attributes[name] && !taken {
				column = c
				break
			}
		}
		if column == "" {
			return false, fmt.Errorf("search attribute %s: no column of type %s is free",
				name, strings.ToLower(attributes[name].String()))
		}
		aliases[column], added = name, true
	}
	n.Config.CustomSearchAttributeAliases = aliases
	return added, nil
}
