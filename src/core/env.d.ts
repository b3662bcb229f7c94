/**
 * The only platform functions that core may use. They are pure, and every host that runs core
 * (extension pages, Node, tests) has them; anything else is a type error under this folder's
 * tsconfig.
 */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}
declare class TextEncoder {
  encode(input?: string): Uint8Array;
}
declare function atob(data: string): string;
