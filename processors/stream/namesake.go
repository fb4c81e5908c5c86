package stream

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

// ghostly is how long the group may keep a member that is dead: until it has missed its heartbeats, and the round in
// which it joined has ended.
const ghostly = sessionTimeout + 5*time.Second

// outlived waits until the member that has taken this instance's name is gone, and reports false if it stays.
//
// A process that is killed while it joins may still have a request on its way, and the broker may hear it after
// its successor's: then the dead one has the name and the living one is refused. A dead member is dropped when it
// has missed its heartbeats. One that is alive is there for good, and two that run under one name must not take it
// from each other forever.
func (r *runner) outlived(ctx context.Context) bool {
	cl, err := kgo.NewClient(r.options.common(r.logic.Name)...)
	if err != nil {
		r.log.Warn("looking for the process that has taken this instance's name", "error", err)
		return false
	}
	defer cl.Close()
	admin := kadm.NewClient(cl)
	patient, cancel := context.WithTimeout(ctx, ghostly)
	defer cancel()
	for pause(patient, nil, SystemClock{}, time.Second) {
		there, err := r.namesake(patient, admin)
		switch {
		case err != nil:
			r.log.Warn("looking for the process that has taken this instance's name", "error", err)
		case !there:
			return true
		}
	}
	return false
}

// namesake reports whether the group has a member of this instance's name.
func (r *runner) namesake(ctx context.Context, admin *kadm.Client) (bool, error) {
	groups, err := admin.DescribeGroups(ctx, r.logic.Name)
	if err != nil {
		return false, fmt.Errorf("describing the group: %w", err)
	}
	group := groups[r.logic.Name]
	if group.Err != nil {
		return false, fmt.Errorf("describing the group: %w", group.Err)
	}
	name := r.options.identity(r.logic.Name)
	return slices.ContainsFunc(group.Members, func(m kadm.DescribedGroupMember) bool { return m.InstanceID != nil && *m.InstanceID == name }), nil
}
