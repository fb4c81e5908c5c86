// Package live is the WebSocket by which a run is followed.
//
// A client subscribes to runs from the number after the last event it has; the server sends the past,
// says caught_up, and goes on with what comes, in the order of the feed, without gaps or repeats, from
// any instance: a subscription is nothing but a tail of the feed read model. A client that names types of
// events, 20 at most, is sent these alone, with the numbers that they have among all. A notification from the
// database only says that there is more to read; a poll finds what a lost notification did not tell.
//
// Each subscription is a goroutine that reads rows and writes them to the socket, so a client is never
// sent more than it takes: after every window of bytes the connection sends a ping and lets at most two
// of them go unanswered before it waits. A client that answers none for too long is closed with a
// reason while there is still room in the pipe for that reason, and resumes elsewhere with after.
//
// Connections end with the server's context. Foreign origins get no upgrade.
package live
