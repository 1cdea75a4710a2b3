// SPDX-License-Identifier: Apache-2.0
// What corpus.js gives to the programs that load it, for type checkers.
declare var colors: Colors;
declare var corpus: any;
