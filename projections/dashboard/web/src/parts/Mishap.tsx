// What is shown in the place of a view that fails, so that the others can still be reached.

import { Component, type ReactNode } from "react";

export class Mishap extends Component<{ at: string; children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidUpdate(before: { at: string }) {
    if (before.at !== this.props.at && this.state.error) this.setState({ error: null });
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <div className="notice error stack tight" role="alert">
        <strong>This view cannot be shown.</strong><span>{this.state.error.message}</span>
        <div className="row"><button className="primary" onClick={() => location.reload()}>Load it again</button><a className="button" href="/">All reports</a></div>
      </div>
    );
  }
}
