import { Component } from "react";
import type { ReactNode } from "react";

interface BoundaryProps {
  readonly children: ReactNode;
  /** what stands in the place of the part that broke */
  instead(error: unknown): ReactNode;
}

/** Keeps what broke from taking its surroundings along. */
export class Boundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : this.props.instead(this.state.error);
  }
}
