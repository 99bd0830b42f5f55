"""The pods: buttons in, glass out."""
