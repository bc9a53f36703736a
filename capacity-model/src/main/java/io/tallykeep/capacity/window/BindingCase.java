package io.tallykeep.capacity.window;

/**
 * A case that decides the window: none is longer.
 *
 * @param part the part it belongs to
 * @param windowCase the case
 */
public record BindingCase(WindowPart part, WindowCase windowCase) {
  /** The case as a reader sees it: {@code upstream redelivery 'cross-month reversal'}. */
  String words() {
    return part.words() + " '" + windowCase.name() + "'";
  }
}
