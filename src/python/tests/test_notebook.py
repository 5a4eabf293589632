"""A notebook without a screen."""

import nbclient
import nbformat


def test_a_notebook_draws_boards():
    cells = [
        "import tengen\nboard = tengen.Board(15, 'h8 i9')",
        "board",
        "[line.moves[0] for line in tengen.Engine(memory=16).analyze(board, nodes=200)][-1]",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, timeout=60).execute()
    outputs = [cell.outputs for cell in notebook.cells]
    assert "image/svg+xml" in outputs[1][0].data
    assert outputs[2][0].data["text/plain"].strip("'")[0].isalpha()
