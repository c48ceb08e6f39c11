// SPDX-License-Identifier: MIT
// Draws again only when a property is another one.
import { Component, createElement, type ComponentType, type JSX } from "preact";

export function memo<P extends object>(draw: (props: P) => JSX.Element): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return (Object.keys(next) as (keyof P)[]).some((key) => next[key] !== this.props[key]);
    }
    override render(): JSX.Element {
      return createElement(draw as ComponentType<P>, this.props as never);
    }
  } as unknown as ComponentType<P>;
}
