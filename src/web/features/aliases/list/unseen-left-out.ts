/**
 * Of a row of a long list: the browser neither styles nor lays out nor draws what is in it while it is out of sight. A menu
 * that is open reaches out of its row, which contains nothing then.
 */
export const unseenLeftOut =
  '[content-visibility:auto] [contain-intrinsic-block-size:auto_3.0625rem] has-[[role=menu]]:[content-visibility:visible]';
